import { sharedProgress } from "@fanfare/contract/gates/group-progress";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { partNames } from "../../../components/content/part-names.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { list, number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { infiniteListQuery, useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { REPORT_ROW, ReportTable } from "../../../ui/table/report-table.tsx";

/** How far each group is in a checklist that shares progress. Nothing for other content. */
export function GroupProgressSection({ content_id }: { readonly content_id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const may_read = useCan("person.read");
  const { data } = useQuery({ ...queries.content(api, app.id, content_id), enabled: content_id !== "" });
  const is_shared = data !== undefined && sharedProgress(data.draft) !== undefined;
  return is_shared && may_read ? <GroupProgress content={data} /> : null;
}

function GroupProgress({ content }: { readonly content: ContentDetail }) {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = content;
  const groups = useInfiniteQuery(
    infiniteListQuery(["group-progress", app.id, id], (part, signal) =>
      api.call("GET /api/contents/:id/group-progress", { params: { id }, query: { app_id: app.id, ...part }, signal }),
    ),
  );
  const listed = useInfiniteList(groups, ({ external_id }) => external_id);
  const names = partNames(content.draft);
  const titles = (ids: readonly string[]): string => list(ids.map((task) => names.get(task) ?? task));
  return (
    <section aria-labelledby="group-progress" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="group-progress" className="text-md font-semibold">
          {t("Group progress")}
        </h2>
        <p className="text-sm text-ink-2">
          {t("Tasks that each group has completed so far, in any period. A task counts once per group.")}
        </p>
      </div>
      {groups.isError && listed.items.length === 0 && <QueryProblem of={groups} />}
      {groups.isPending && <Skeleton className="h-24 w-full" />}
      {groups.data !== undefined && listed.items.length === 0 && (
        <p className="text-sm text-ink-2">{t("No group has completed a task yet.")}</p>
      )}
      {listed.items.length > 0 && (
        <div className="overflow-x-auto">
          <ReportTable
            caption={t("Group progress")}
            columns={[
              { label: t("Group") },
              { label: t("Tasks done"), side: "end" },
              { label: t("Completed tasks") },
              { label: t("Last task") },
            ]}
          >
            {listed.items.map(({ external_id, name, done, finished, last_done_at }) => (
              <tr key={external_id} className={REPORT_ROW}>
                <th scope="row" className="text-start font-normal">
                  <Link to="/$app/groups/$id" params={{ app: app.id, id: external_id }} className="hover:underline">
                    <bdi>{name ?? external_id}</bdi>
                  </Link>{" "}
                  {finished && <Badge tone="positive">{t("Finished")}</Badge>}
                </th>
                <td className="text-end tabular-nums">{number(done.length)}</td>
                <td className="min-w-40">
                  <bdi>{titles(done)}</bdi>
                </td>
                <td className="whitespace-nowrap">
                  <RelativeTime at={last_done_at} />
                </td>
              </tr>
            ))}
          </ReportTable>
        </div>
      )}
      {listed.long && <ListEnd of={listed} text={tCount(listed.items.length, "{n} group shown", "{n} groups shown")} />}
    </section>
  );
}
