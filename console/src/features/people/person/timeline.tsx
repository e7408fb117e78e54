import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { cx } from "../../../ui/cx.ts";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, SkeletonScreen } from "../../../ui/feedback/skeleton.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList } from "../../../ui/table/long-list.tsx";
import { TimelineItem } from "./timeline-item.tsx";
import { type TimelineRow, timelineRows } from "./timeline-rows.ts";

const route = getRouteApi("/$app/people/$id");

const KINDS = [
  { value: "all", label: t("All activity") },
  { value: "run", label: t("Views") },
  { value: "event", label: t("Events") },
  { value: "live_update", label: t("Messages") },
  { value: "suppression", label: t("Hidden content") },
  { value: "milestone", label: t("Completions") },
] as const satisfies readonly { readonly value: TimelineKind | "all"; readonly label: string }[];

/** A line keeps its key while older entries are loaded. */
const rowKey = ({ entries: [first] }: TimelineRow): string => itemKey(first);
const itemKey = ({ kind, id }: TimelineEntry): string => `${kind} ${id}`;

export function Timeline({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const { kind = "all" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(personQueries.timeline(api, app.id, id, kind));
  const entries = useInfiniteList(query, itemKey);
  const rows = useMemo(() => timelineRows(entries.items), [entries.items]);
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
      {query.isError && query.data === undefined && <QueryProblem of={query} />}
      <SkeletonScreen waiting={query.isPending}>
        <div data-coming="" className="min-h-dvh">
          <TimelineSkeleton />
        </div>
      </SkeletonScreen>
      {query.data !== undefined && entries.items.length === 0 && (
        <p className="px-(--gutter) py-12 text-center text-sm text-ink-3">
          {kind === "all"
            ? t("No activity yet. Events and views of this person appear here.")
            : t("No activity of this type yet.")}
        </p>
      )}
      <LongList
        label={t("Activity")}
        rows={rows}
        total={entries.state === "ended" ? rows.length : -1}
        keyOf={rowKey}
        row_px={36}
        busy={query.isPlaceholderData}
        ordered
      >
        {(row) => <TimelineItem row={row} />}
      </LongList>
      {entries.long && <ListEnd of={entries} text={tCount(entries.items.length, "{n} entry", "{n} entries")} />}
    </section>
  );
}

function TimelineSkeleton() {
  return ["w-60", "w-44", "w-52"].map((width) => (
    <div key={width} className="flex gap-3 px-(--gutter) py-1.5">
      <Skeleton className="size-6 rounded-full" />
      <Skeleton className={cx("mt-1 h-3.5", width)} />
    </div>
  ));
}
