import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem, queries } from "../queries.ts";
import { Activity } from "../settings/audit/activity.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";
import { Comparison } from "./comparison.tsx";
import { useBuilder } from "./context.ts";
import { VersionRow } from "./version-row.tsx";

const route = getRouteApi("/$app/content/$id");

/** Every edition that was ever live, the newest first, and what one says otherwise than another. */
export function HistoryTab() {
  const { api } = useDoors();
  const app = useApp();
  const { id } = route.useParams();
  const { version: wanted } = route.useSearch();
  const archived = useBuilder().state.server.status === "archived";
  const query = useQuery(queries.versions(api, app.id, id));
  const slow = useSlow(query.isPending);

  if (query.isError && query.data === undefined) {
    return (
      <ProblemNotice
        problem={asProblem(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return slow ? <Waiting /> : null;
  const { items } = query.data;
  const [newest] = items;
  const activity = <Activity of={{ resource_type: "content", resource_id: id }} />;
  if (newest === undefined) {
    return (
      <EmptyState title={t("Not published yet")} actions={activity}>
        {t("Each time you publish, what people see is frozen here under a number, with who did it and when.")}
      </EmptyState>
    );
  }
  const open = items.find(({ id: version }) => version === wanted) ?? newest;
  return (
    <div className="grid min-w-0 flex-1 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="border-line px-(--gutter) py-6 max-lg:border-b lg:border-e">
        <h2 className="sr-only">{t("Versions")}</h2>
        <div className="flex pb-4 empty:hidden">{activity}</div>
        <ol>
          {items.map((version) => (
            <VersionRow key={version.id} version={version} open={version.id === open.id} archived={archived} />
          ))}
        </ol>
      </div>
      <Comparison key={open.id} version={open} versions={items} />
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex w-full max-w-180 flex-col gap-8 px-(--gutter) py-6">
      {["w-40", "w-52", "w-36"].map((width) => (
        <div key={width} className="flex flex-col gap-2.5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}
