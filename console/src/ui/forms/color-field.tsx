import { Field as Base } from "@base-ui/react/field";
import { isHexColor } from "@fanfare/contract/theme/contrast";
import { type ReactNode, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { inputClass } from "./input.tsx";

interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`. */
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Marks a problem that is explained elsewhere. */
  readonly invalid?: boolean;
  readonly className?: string;
}

/** Color picker with a text field. Ignores incomplete colors. */
export function ColorField({
  label,
  value,
  onChange,
  hint,
  disabled = false,
  invalid = false,
  className,
}: ColorFieldProps) {
  const [typed, setTyped] = useState({ text: value, value });
  const text = typed.value === value ? typed.text : value;
  const wrong = !isHexColor(text);
  const write = (next: string): void => {
    const color = next.trim().toLowerCase();
    const whole = isHexColor(color) ? color : isHexColor(`#${color}`) ? `#${color}` : undefined;
    setTyped({ text: whole ?? next, value: whole ?? value });
    if (whole !== undefined && whole !== value) onChange(whole);
  };
  return (
    <Base.Root
      invalid={wrong || invalid}
      disabled={disabled}
      className={cx("flex min-w-0 flex-col gap-1.5 wrap-break-word", className)}
    >
      <Base.Label className="text-sm font-medium text-ink">{label}</Base.Label>
      <div className="flex items-center gap-1.5">
        <input
          type="color"
          aria-label={`${label}: choose`}
          disabled={disabled}
          value={value}
          onChange={(event) => write(event.target.value)}
          className="h-9 w-10 shrink-0 rounded-md border border-edge bg-surface p-1 focus-visible:outline-2 [&::-moz-color-swatch]:rounded-xs [&::-moz-color-swatch]:border-line-strong [&::-webkit-color-swatch]:rounded-xs [&::-webkit-color-swatch]:border-line-strong [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <Base.Control
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          onChange={(event) => write(event.target.value)}
          className={inputClass("w-full font-mono text-sm")}
        />
      </div>
      {wrong ? (
        <Base.Error match className="text-xs font-medium text-negative-text">
          {t("Enter a hex color, such as #5336e2.")}
        </Base.Error>
      ) : (
        hint !== undefined && <Base.Description className="text-xs text-ink-3 text-pretty">{hint}</Base.Description>
      )}
    </Base.Root>
  );
}
