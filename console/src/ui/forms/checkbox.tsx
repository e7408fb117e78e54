import type { ReactNode } from "react";

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, hint, checked, onChange, disabled = false }: CheckboxProps) {
  return (
    <label className="flex items-start gap-2.5 py-1.5 text-sm has-disabled:text-ink-3 pointer-coarse:py-2.5">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="flex min-w-0 flex-col wrap-break-word">
        {label}
        {hint !== undefined && <span className="text-xs text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}
