import type { ReactNode } from "react";

export interface ComboboxItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  /** Number of rows for this option. "" while unknown. */
  readonly count?: string;
}

/** An item of a list: picture, name, and distinguishing detail. */
export function ItemLabel({ item: { icon, label, hint } }: { readonly item: ComboboxItem }) {
  return (
    <>
      {icon}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {hint !== undefined && <span className="truncate text-xs text-ink-3">{hint}</span>}
      </span>
    </>
  );
}
