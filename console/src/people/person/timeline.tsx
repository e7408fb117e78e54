import type { TimelineEntry, TimelineKind } from "@fanfare/contract/schema/timeline";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../../doors.ts";
import { useEndless } from "../../endless.ts";
import { t, tCount } from "../../language/t.ts";
import { cx } from "../../ui/cx.ts";
import { ListEnd } from "../../ui/list-end.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { QueryProblem } from "../../ui/problem-notice.tsx";
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

const keyOf = ({ kind, id }: TimelineEntry): string => `${kind} ${id}`;

/** What the person did and what was said to them, the newest first. */
export function Timeline({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const app = useApp();
  const { kind = "all" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(personQueries.timeline(api, app.id, id, kind));
  const entries = useEndless(query, keyOf);
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
      <Shape waiting={query.isPending}>
        <div data-coming="" className="min-h-dvh">
          <Waiting />
        </div>
      </Shape>
      {query.data !== undefined && entries.items.length === 0 && (
        <p className="px-(--gutter) py-12 text-center text-sm text-ink-3">
          {kind === "all"
            ? t("Nothing yet. What this person does, and what is shown to them, appears here.")
            : t("Nothing of this kind yet.")}
        </p>
      )}
      <LongList
        label={t("What happened")}
        rows={entries.items}
        total={entries.state === "ended" ? entries.items.length : -1}
        keyOf={keyOf}
        row_px={60}
        busy={query.isPlaceholderData}
        ordered
      >
        {(entry) => <TimelineLine entry={entry} />}
      </LongList>
      {entries.long && <ListEnd of={entries} words={tCount(entries.items.length, "{n} entry", "{n} entries")} />}
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
