import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Activity } from "../../../components/audit/activity.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../../ui/feedback/skeleton.tsx";
import { PublishButton } from "../publish/publish.tsx";
import { useEditor } from "../state/editor-context.ts";
import { Comparison } from "./comparison.tsx";
import { VersionRow } from "./version-row.tsx";

const route = getRouteApi("/$app/content/$id");

export function HistoryTab() {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = route.useParams();
  const { version: selected_version } = route.useSearch();
  const { state, read_only } = useEditor();
  const archived = state.server.status === "archived";
  const query = useQuery(queries.versions(api, app.id, id));
  const slow = useIsSlow(query.isPending);

  if (query.isError && query.data === undefined) {
    return (
      <ProblemNotice
        problem={asProblem(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return slow ? <HistorySkeleton /> : null;
  const { items } = query.data;
  const [newest] = items;
  const activity = <Activity of={{ resource_type: "content", resource_id: id }} />;
  if (newest === undefined) {
    return (
      <EmptyState
        title={t("No versions yet")}
        actions={
          <>
            {!read_only && <PublishButton />}
            {activity}
          </>
        }
      >
        {t("Each publish creates a numbered version with its author and date.")}
      </EmptyState>
    );
  }
  const open = items.find(({ id: version }) => version === selected_version) ?? newest;
  return (
    <div className="grid min-w-0 flex-1 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="border-line px-(--gutter) py-6 max-lg:border-b lg:border-e">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 pb-4">
          <h2 className="text-md font-semibold">{t("Versions")}</h2>
          {activity}
        </div>
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

function HistorySkeleton() {
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
