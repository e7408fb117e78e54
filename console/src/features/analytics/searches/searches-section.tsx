import type { SearchText } from "@fanfare/contract/schema/responses/analytics/searches";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { REPORT_ROW, ReportTable } from "../../../ui/table/report-table.tsx";
import { CsvButton, useCsvFile } from "../csv-button.tsx";
import type { DateRange } from "../period.ts";

interface SearchesProps {
  readonly content_id: string;
  readonly range: DateRange;
}

/** What people searched in a resource center. Nothing for other content. */
export function SearchesSection({ content_id, range }: SearchesProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery({ ...queries.content(api, app.id, content_id), enabled: content_id !== "" });
  return data?.draft.body.type === "resource_center" ? (
    <Searches content_id={content_id} range={range} slug={data.slug} />
  ) : null;
}

function Searches({ content_id, range, slug }: SearchesProps & { readonly slug: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = { app_id: app.id, ...range };
  const report = useQuery(
    apiQuery(api, ["searches", app.id, content_id, range], "GET /api/contents/:id/searches", {
      ...{ params: { id: content_id }, query },
    }),
  );
  const csv = useCsvFile({ path: `contents/${content_id}/searches`, query, name: `${slug}-searches.csv` });
  return (
    <section aria-labelledby="searches" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="searches" className="text-md font-semibold">
          {t("Searches")}
        </h2>
        <CsvButton {...csv} disabled={!report.data?.searches} />
      </div>
      <QueryView query={report} shape={<Skeleton className="h-24 w-full" />}>
        {({ searches, people, without_results, most_frequent, found_nothing, truncated }) =>
          searches === 0 ? (
            <p className="text-sm text-ink-2">
              {t("No searches in this period. They are counted when people pause, or select a result.")}
            </p>
          ) : (
            <>
              <p className="-mt-4 text-sm text-ink-2">
                {tCount(searches, "{n} search", "{n} searches")} · {tCount(people, "{n} person", "{n} people")} ·{" "}
                {tCount(without_results, "{n} without results", "{n} without results")}
                {truncated && ` · ${t("Only the latest searches are counted.")}`}
              </p>
              <SearchTable title={t("Most frequent")} texts={most_frequent} />
              {found_nothing.length > 0 && <SearchTable title={t("Found nothing")} texts={found_nothing} />}
            </>
          )
        }
      </QueryView>
    </section>
  );
}

function SearchTable({ title, texts }: { readonly title: string; readonly texts: readonly SearchText[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <ReportTable
        caption={title}
        columns={[
          { label: t("Search text") },
          { label: t("Searches"), side: "end" },
          { label: t("People"), side: "end" },
          { label: t("Without results"), side: "end" },
        ]}
      >
        {texts.map(({ query, searches, people, without_results }) => (
          <tr key={query} className={REPORT_ROW}>
            <td className="break-words" dir="auto">
              {query}
            </td>
            <td className="text-end tabular-nums">{number(searches)}</td>
            <td className="text-end tabular-nums">{number(people)}</td>
            <td className="text-end tabular-nums">{number(without_results)}</td>
          </tr>
        ))}
      </ReportTable>
    </div>
  );
}
