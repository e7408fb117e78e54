import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { TableDisclosure } from "./table-disclosure.tsx";

interface SeriesTableProps {
  readonly label: string;
  /** Beside the button. */
  readonly note?: string;
  /** A column each. Values are one per second, oldest first. The last is now. */
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
}

/** Table with the values of one-minute charts, rendered when opened. */
export function SeriesTable({ label, note, series }: SeriesTableProps) {
  const seconds = Array.from({ length: Math.max(0, ...series.map(({ values }) => values.length)) }, (_, ago) => ago);
  return (
    <TableDisclosure label={t("{label}: show as table", { label })} note={note}>
      {(open) =>
        open && (
          <section
            aria-label={t("{label} in the last minute", { label })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
            className="max-h-40 overflow-y-auto rounded-sm"
          >
            <table className="w-full">
              <caption className="sr-only">{t("{label} in the last minute", { label })}</caption>
              <thead className="sticky top-0 bg-surface">
                <tr className="text-xs text-ink-3">
                  <th scope="col" className="py-1 text-start font-medium">
                    {t("Seconds ago")}
                  </th>
                  {series.map((column) => (
                    <th key={column.label} scope="col" className="py-1 text-end font-medium">
                      {column.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {seconds.map((ago) => (
                  <tr key={ago}>
                    <td className="py-0.5 text-ink-2 tabular-nums">{number(ago)}</td>
                    {series.map(({ label: column, values }) => (
                      <td key={column} className="py-0.5 text-end tabular-nums">
                        {number(values.at(-1 - ago) ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      }
    </TableDisclosure>
  );
}
