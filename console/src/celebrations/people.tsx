import type { ContentRun } from "@fanfare/contract/schema/run";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { usePages } from "../paging.ts";
import { asProblem } from "../queries.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { columnHelper, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Pager } from "../ui/pager.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Select } from "../ui/select.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { celebrationQueries } from "./queries.ts";

const route = getRouteApi("/$app/celebrations");
const helper = columnHelper<ContentRun>();

const columns = helper.columns([
  helper.accessor("person", {
    header: "Person",
    enableSorting: false,
    cell: ({ row }) => <Who run={row.original} />,
  }),
  helper.accessor("started_at", {
    header: "When",
    enableSorting: false,
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
    meta: { className: "w-44" },
  }),
  helper.accessor("start_reason", {
    header: "Why",
    enableSorting: false,
    cell: ({ getValue }) => WHY[getValue()],
    meta: { className: "w-44" },
  }),
  helper.accessor("state", {
    header: "What came of it",
    enableSorting: false,
    cell: ({ row }) => <Came run={row.original} />,
    meta: { className: "w-44" },
  }),
]);

const WHY: Readonly<Record<ContentRun["start_reason"], string>> = {
  ...{ rule: "Its rule", event: "Its event", api: "Asked for by code", link: "A link", button: "A button" },
  ...{ resume: "Gone on with", preview: "A preview" },
};

/** Who got a celebration, and when. */
export function People() {
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const all = useQuery(celebrationQueries.list(api, app.id, ""));
  const items = all.data?.items ?? [];
  const of = search.of === "" ? (items[0]?.id ?? "") : search.of;
  const query = useQuery({ ...celebrationQueries.runs(api, app.id, of, search.after), enabled: of !== "" });
  const pages = usePages(search.after, query.data?.next ?? null, (after, state) => {
    void navigate({ search: { ...search, after }, state });
  });
  const slow = useSlow(query.isPending && of !== "");

  if (all.data !== undefined && of === "") return <Nobody />;
  if (query.isError && query.data === undefined) {
    return (
      <ProblemNotice
        problem={asProblem(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const known = items.some(({ id }) => id === of) || of === "";
  const options = [
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: of, label: "Another celebration" }]),
  ];
  const rows = query.data?.items ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <Select
          label="Celebration"
          value={of}
          options={options}
          onChange={(next) => void navigate({ search: { tab: "people", of: next }, resetScroll: false })}
          className="w-full sm:w-72"
        />
      </div>
      {query.data !== undefined && rows.length === 0 ? (
        <Nobody />
      ) : (
        (query.data !== undefined || slow) && (
          <>
            <div className="flex-1">
              <DataTable
                caption="Who got it"
                columns={columns}
                rows={rows}
                sort=""
                onSort={() => undefined}
                card={(run) => <Card run={run} />}
                state={query.data === undefined ? "loading" : query.isPlaceholderData ? "refreshing" : "ready"}
              />
            </div>
            {(pages.onPrevious ?? pages.onNext) !== undefined && (
              <Pager
                words={rows.length === 1 ? "1 celebration" : `${rows.length} celebrations`}
                onPrevious={pages.onPrevious}
                onNext={pages.onNext}
              />
            )}
          </>
        )
      )}
    </>
  );
}

function Nobody() {
  return (
    <EmptyState
      art={
        <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
          <UsersRound className="size-5" />
        </span>
      }
      title="Nobody got it yet"
    >
      Each person for whom it was thrown stands here, with the moment and what came of it.
    </EmptyState>
  );
}

function Who({ run: { person } }: { readonly run: ContentRun }) {
  const app = useApp();
  const name = person.name ?? person.external_id;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} />
      <span className="flex min-w-0 flex-col">
        <Link
          to="/$app/people/$id"
          params={{ app: app.id, id: person.external_id }}
          className="truncate text-base font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
        </Link>
        {name !== person.external_id && (
          <span className="truncate font-mono text-xs text-ink-3">{person.external_id}</span>
        )}
      </span>
    </div>
  );
}

function Came({ run: { state, end_reason } }: { readonly run: ContentRun }) {
  switch (state) {
    case "active":
      return <Badge tone="accent">Going on</Badge>;
    case "completed":
      return <Badge tone="positive">Celebrated</Badge>;
    case "dismissed":
    case "suppressed":
      return <Badge>{end_reason === "escape" ? "Stopped by the person" : "Ended early"}</Badge>;
    case "failed":
      return <Badge tone="caution">Could not be shown</Badge>;
  }
}

/** The same on a phone. */
function Card({ run }: { readonly run: ContentRun }) {
  return (
    <div className="flex flex-col gap-2.5">
      <Who run={run} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 ps-9 text-xs text-ink-3">
        <Came run={run} />
        <RelativeTime at={run.started_at} className="relative z-1" />
        <span>{WHY[run.start_reason]}</span>
      </div>
    </div>
  );
}
