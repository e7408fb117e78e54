import type { VersionSummary } from "@fanfare/contract/schema/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors, useMe } from "../doors.ts";
import { asProblem, queries } from "../queries.ts";
import { Badge } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";

const route = getRouteApi("/$app/content/$id");

/** Every edition that was ever live, the newest first. Frozen: what people saw can always be told. */
export function VersionsTab() {
  const { api } = useDoors();
  const app = useApp();
  const { id } = route.useParams();
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
  if (query.data.items.length === 0) {
    return (
      <EmptyState title="Not published yet">
        Each time you publish, what people see is frozen here under a number, with who did it and when.
      </EmptyState>
    );
  }
  return (
    <div className="px-(--gutter) py-6">
      <h2 className="sr-only">Versions</h2>
      <ol className="max-w-180">
        {query.data.items.map((version) => (
          <Version key={version.id} version={version} />
        ))}
      </ol>
    </div>
  );
}

function Version({ version }: { readonly version: VersionSummary }) {
  const { apps } = useMe();
  const live = version.live_in.length > 0;
  return (
    <li className="group relative flex gap-4 pb-7 last:pb-0">
      <span className="absolute start-1.5 top-5 bottom-0 w-px bg-line-strong group-last:hidden" />
      <span
        className={
          live
            ? "mt-1.5 size-3 shrink-0 rounded-full bg-positive ring-4 ring-positive-soft"
            : "mt-1.5 size-3 shrink-0 rounded-full border-2 border-line-strong bg-surface"
        }
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-base font-medium">Version {version.number}</h3>
        {version.live_in.map((app_id) => (
          <Badge key={app_id} tone="positive" dot>
            Live in {apps.find((app) => app.id === app_id)?.name ?? "another app"}
          </Badge>
        ))}
        <p className="w-full text-sm text-ink-2">
          Published <RelativeTime at={version.frozen_at} />
          {version.created_by !== null && ` by ${version.created_by}`}
        </p>
      </div>
    </li>
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
