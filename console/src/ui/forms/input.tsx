import { Field } from "@base-ui/react/field";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { IconButton } from "../elements/icon-button.tsx";

const BOX =
  "min-w-0 rounded-md border border-edge bg-surface text-ink shadow-edge transition-[border-color,box-shadow] hover:border-ink-3 focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 data-disabled:border-line-strong data-disabled:bg-sunken data-disabled:text-ink-3 data-invalid:border-negative data-invalid:focus-visible:outline-negative";

/**
 * Styles of inputs, shared with `Select` and `Combobox`. Other heights and text sizes override its own. Monospaced text
 * is smaller: it's wider, and Chromium cuts off `_` in DejaVu Sans Mono at 14 px.
 */
export const inputClass = (more?: string): string =>
  cx(BOX, "px-3 pointer-coarse:min-h-10 [:where(&)]:h-9 [:where(&)]:text-base [&.font-mono]:text-sm", more);

type InputProps = Omit<Field.Control.Props, "className" | "style"> & { readonly className?: string };

/** Single-line input. Inside a `Field`, gets its label, hint, and error. */
export function Input({ className, ...rest }: InputProps) {
  return <Field.Control {...rest} className={inputClass(cx("w-full", className))} />;
}

export function PasswordInput({ className, ...rest }: Omit<InputProps, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? "text" : "password"} className={cx("pe-11", className)} spellCheck={false} />
      <IconButton
        label={shown ? t("Hide password") : t("Show password")}
        aria-pressed={shown}
        size="sm"
        className="absolute inset-y-0 end-1 my-auto"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}

type TextareaProps = Omit<ComponentProps<"textarea">, "style">;

/** Grows with its text where browsers support it. Manually resizable elsewhere. Other minimum heights override its own. */
export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return (
    <Field.Control
      render={<textarea {...rest} rows={rows} />}
      className={cx(
        BOX,
        "field-sizing-content block w-full resize-y px-3 py-2 text-base [:where(&)]:min-h-20",
        className,
      )}
    />
  );
}
