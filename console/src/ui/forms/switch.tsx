import { Field } from "@base-ui/react/field";
import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Switch with a label. Takes effect immediately. */
export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  return (
    <Field.Root className="flex items-start gap-3">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        className="relative mt-px flex h-5 w-8.5 shrink-0 cursor-default rounded-full border border-edge bg-edge p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55 pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
      >
        <Base.Thumb className="aspect-square h-full rounded-full bg-on-solid transition-[translate] duration-150 ease-out data-checked:translate-x-3.5 rtl:data-checked:-translate-x-3.5" />
      </Base.Root>
      <div className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
        <Field.Label className="text-sm font-medium">{label}</Field.Label>
        {hint !== undefined && <Field.Description className="text-xs text-ink-3 text-pretty">{hint}</Field.Description>}
      </div>
    </Field.Root>
  );
}
