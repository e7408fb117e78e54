import type { TimelineKind } from "@fanfare/contract/schema/timeline";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ProblemNotice } from "../../ui/problem-notice.tsx";
import { Select } from "../../ui/select.tsx";
import { Shape, Skeleton } from "../../ui/skeleton.tsx";
import { personQueries } from "../queries.ts";
import { TimelineLine } from "./timeline-line.tsx";

const route = getRouteApi("/$app/people/$id");

const KINDS = [
  { value: "all", label: t("Everything") },
  { value: "run", label: t("What was shown") },
  { value: "event", label: t("Events") },
  { value: "live_update", label: t("Live updates") },
  { value: "suppression", label: t("What was hidden") },
  { value: "milestone", label: t("Milestones") },
] as const satisfies readonly { readonly value: TimelineKind | "all"; readonly label: string }[];

/** What the person did and what was said to them, the newest first. */
export function Timeline({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const app = useApp();
  const { kind = "all" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(personQueries.timeline(api, app.id, id, kind));
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label={t("Timeline")} className="flex flex-col">
      <div className="flex justify-end px-(--gutter) py-3">
        <Select
          label={t("Show")}
          value={kind}
          options={KINDS}
          onChange={(next) =>
            void navigate({
              search: (search) => ({ ...search, kind: next === "all" ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          className="h-8 w-44 text-sm max-sm:w-full"
        />
      </div>
      {query.isError && query.data === undefined && (
        <ProblemNotice
          problem={asProblem(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <Shape waiting={query.isPending}>
        <div className="min-h-dvh">
          <Waiting />
        </div>
      </Shape>
      {query.data !== undefined && entries.length === 0 && (
        <p className="px-(--gutter) py-12 text-center text-sm text-ink-3">
          {kind === "all"
            ? t("Nothing yet. What this person does, and what is shown to them, appears here.")
            : t("Nothing of this kind yet.")}
        </p>
      )}
      <ol
        aria-label={t("What happened")}
        aria-busy={query.isPlaceholderData}
        className={cx("transition-opacity", query.isPlaceholderData && "opacity-60")}
      >
        {entries.map((entry) => (
          <TimelineLine key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="flex justify-center py-5">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("Load more")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Waiting() {
  return ["w-60", "w-44", "w-52"].map((width) => (
    <div key={width} className="flex gap-3 px-(--gutter) py-3">
      <Skeleton className="size-7 rounded-full" />
      <Skeleton className={cx("mt-1.5 h-3.5", width)} />
    </div>
  ));
}
