import { useId } from "react";
import { t } from "../../lib/i18n/t.ts";
import { CopyButton } from "./copy-button.tsx";

interface SecretOnceProps {
  readonly label: string;
  readonly value: string;
}

export function SecretOnce({ label, value }: SecretOnceProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunken py-1 ps-3 pe-1">
        <output
          dir="ltr"
          aria-labelledby={id}
          className="min-w-0 flex-1 py-1 font-mono text-sm wrap-anywhere select-all"
        >
          {value}
        </output>
        <CopyButton text={value} label={t("Copy {name}", { name: label.toLowerCase() })} />
      </div>
    </div>
  );
}
