import { limits } from "@fanfare/contract/limits";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t, tCount } from "../../lib/i18n/t.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import type { Selection } from "./selection.tsx";
import type { BulkProgress } from "./use-bulk-action.ts";

interface BulkBarProps {
  /** Accessible name, such as "Selected people". */
  readonly label: string;
  readonly selection: Pick<Selection<unknown>, "selected" | "full" | "clear">;
  readonly under_way: BulkProgress | undefined;
  readonly children: ReactNode;
}

/** Bulk actions on this many items or fewer show no progress. */
const QUICK_COUNT = 10;

/** Replaces the filters with the number of selected rows and the bulk actions. */
export function BulkBar({ label, selection: { selected: chosen, full, clear }, under_way, children }: BulkBarProps) {
  return (
    <section
      aria-label={label}
      className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-(--gutter) py-1.5"
    >
      <IconButton label={t("Clear selection")} size="sm" className="-ms-1.5" onClick={clear}>
        <X />
      </IconButton>
      <p role="status" className="me-2 text-sm font-medium tabular-nums">
        {tCount(chosen.length, "{n} selected", "{n} selected")}
        {full && (
          <span className="ms-2 font-normal text-ink-2">{t("Maximum: {n} at a time", { n: limits.selected_max })}</span>
        )}
      </p>
      {children}
      {under_way !== undefined && under_way.all > QUICK_COUNT && (
        <span className="text-xs text-ink-2 tabular-nums">
          {t("{shown} of {all}", { shown: under_way.tried, all: under_way.all })}
        </span>
      )}
    </section>
  );
}
