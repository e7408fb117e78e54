import { Field as Base } from "@base-ui/react/field";
import { type ReactNode, use } from "react";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { ServerText } from "../feedback/server-text.tsx";
import { LateErrorsContext, useLeft } from "./late-errors.ts";

interface FieldProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** Shows the label to screen readers only, if the context makes it obvious. */
  readonly hide_label?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A control with its label, hint, and error, linked for assistive technology. */
export function Field({
  label,
  children,
  hint,
  error,
  optional = false,
  hide_label = false,
  disabled = false,
  className,
}: FieldProps) {
  const late = use(LateErrorsContext);
  const { left, ...leaving } = useLeft();
  const invalid = error !== undefined && error !== "" && (left || !late);
  return (
    <Base.Root
      invalid={invalid}
      disabled={disabled}
      {...leaving}
      className={cx("flex min-w-0 flex-col gap-1.5 wrap-break-word", className)}
    >
      <Base.Label className={hide_label ? "sr-only" : "text-sm font-medium text-ink"}>
        {label}
        {/* The space prevents letters from joining in cursive scripts. */}
        {optional && <span className="ms-0.5 font-normal text-ink-3"> {t("optional")}</span>}
      </Base.Label>
      {children}
      {hint !== undefined && !invalid && (
        <Base.Description className="text-xs text-ink-3 text-pretty">{hint}</Base.Description>
      )}
      <Base.Error match={invalid} className="flex items-start gap-1 text-xs font-medium text-negative-text text-pretty">
        {invalid && <ServerText text={tKnown(error)} />}
      </Base.Error>
    </Base.Root>
  );
}
