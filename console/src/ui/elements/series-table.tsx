import { useState } from "react";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

interface SeriesTableProps {
  readonly label: string;
  /** One per second, oldest first. The last is now. */
  readonly values: readonly number[];
}

/** Table with the values of a one-minute chart, rendered when opened. */
export function SeriesTable({ label, values }: SeriesTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-sm">
      <summary aria-label={t("{label}: show as table", { label })} className="w-fit py-1 text-xs text-ink-3">
        {t("Show as table")}
      </summary>
      {open && (
        <section
          aria-label={t("{label} in the last minute", { label })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="mt-1 max-h-40 overflow-y-auto rounded-sm"
        >
          <table className="w-full">
            <caption className="sr-only">{t("{label} in the last minute", { label })}</caption>
            <thead className="sticky top-0 bg-surface">
              <tr className="text-xs text-ink-3">
                <th scope="col" className="py-1 text-start font-medium">
                  {t("Seconds ago")}
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {t("Number")}
                </th>
              </tr>
            </thead>
            <tbody>
              {values.toReversed().map((value, seconds_ago) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are positions in a series
                <tr key={seconds_ago}>
                  <td className="py-0.5 text-ink-2 tabular-nums">{number(seconds_ago)}</td>
                  <td className="py-0.5 text-end tabular-nums">{number(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
