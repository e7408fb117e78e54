import { type ImportColumn, isSingleAttribute } from "@fanfare/contract/people/import-columns";
import { t } from "../../../lib/i18n/t.ts";

const ROWS_SHOWN = 4;

/** First rows as imported, without ignored columns. */
export function Preview({
  columns,
  rows,
}: {
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly (readonly string[])[];
}) {
  const shown = columns.flatMap(({ name, attribute, use }, index) =>
    use === "none" ? [] : [{ index, title: isSingleAttribute(use) ? attribute : name }],
  );
  if (rows.length === 0 || shown.length === 0) return null;
  return (
    <section
      aria-label={t("First rows")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line contain-inline-size"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t("First rows")}</caption>
        <thead className="bg-sunken text-xs text-ink-2">
          <tr>
            {shown.map(({ index, title }) => (
              <th key={index} scope="col" className="px-3 py-1.5 text-start font-medium whitespace-nowrap">
                <bdi>{title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_SHOWN).map((fields, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID
            <tr key={at} className="border-t border-line">
              {shown.map(({ index }) => (
                <td key={index} className="max-w-48 truncate px-3 py-1.5">
                  <bdi>{fields[index] ?? ""}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
