import type { ContentRun } from "@fanfare/contract/schema/run";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { columnHelper, DataTable } from "../ui/data-table.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Select } from "../ui/select.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { celebrationQueries } from "./queries.ts";

const route = getRouteApi("/$app/celebrations");
const helper = columnHelper<ContentRun>();

const columns = helper.columns([
  helper.accessor("person", {
    header: t("Person"),
    enableSorting: false,
    cell: ({ row }) => <Who run={row.original} />,
  }),
  helper.accessor("started_at", {
    header: t("When"),
    enableSorting: false,
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
    meta: { className: "w-44" },
  }),
  helper.accessor("start_reason", {
    header: t("Why"),
    enableSorting: false,
    cell: ({ getValue }) => WHY[getValue()],
    meta: { className: "w-44" },
  }),
  helper.accessor("state", {
    header: t("What came of it"),
    enableSorting: false,
    cell: ({ row }) => <Came run={row.original} />,
    meta: { className: "w-44" },
  }),
]);

const WHY: Readonly<Record<ContentRun["start_reason"], string>> = {
  ...{
    rule: t("Its rule"),
    event: t("Its event"),
    api: t("Asked for by code"),
    link: t("A link"),
    button: t("A button"),
  },
  ...{ resume: t("Gone on with"), preview: t("A preview") },
};

/** Who got a celebration, and when. */
export function People() {
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const all = useInfiniteQuery(celebrationQueries.list(api, app.id));
  const { items } = useEndless(all, ({ id }) => id);
  const of = search.of === "" ? (items[0]?.id ?? "") : search.of;
  const query = useInfiniteQuery({ ...celebrationQueries.runs(api, app.id, of), enabled: of !== "" });
  const runs = useEndless(query, ({ id }) => id);
  const slow = useSlow(query.isPending && of !== "");

  if (all.data !== undefined && of === "") return <Nobody />;
  const failed = [all, query].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) return <QueryProblem of={failed} />;
  const known = items.some(({ id }) => id === of) || of === "";
  const options = [
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: of, label: t("Another celebration") }]),
  ];
  const rows = runs.items;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <Select
          label={t("Celebration")}
          value={of}
          options={options}
          onChange={(next) => void navigate({ search: { tab: "people", of: next }, resetScroll: false })}
          className="h-8 w-full text-sm sm:w-72"
        />
      </div>
      {query.data !== undefined && rows.length === 0 ? (
        <Nobody />
      ) : (
        (query.data !== undefined || slow) && (
          <>
            <div className="flex-1">
              <DataTable
                caption={t("Who got it")}
                columns={columns}
                rows={rows}
                total={runs.state === "ended" ? rows.length : -1}
                sort=""
                onSort={() => undefined}
                card={(run) => <Card run={run} />}
                state={query.data === undefined ? "loading" : query.isPlaceholderData ? "refreshing" : "ready"}
              />
            </div>
            {runs.long && <ListEnd of={runs} words={tCount(rows.length, "1 celebration", "{n} celebrations")} />}
          </>
        )
      )}
    </>
  );
}

function Nobody() {
  return (
    <EmptyState art={<EmptyArt icon={UsersRound} />} title={t("Nobody got it yet")}>
      {t("Each person for whom it was thrown stands here, with the moment and what came of it.")}
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
          <bdi>{name}</bdi>
        </Link>
        {name !== person.external_id && (
          <span className="truncate font-mono text-xs text-ink-3">
            <bdi>{person.external_id}</bdi>
          </span>
        )}
      </span>
    </div>
  );
}

function Came({ run: { state, end_reason } }: { readonly run: ContentRun }) {
  switch (state) {
    case "active":
      return <Badge tone="accent">{t("Going on")}</Badge>;
    case "completed":
      return <Badge tone="positive">{t("Celebrated")}</Badge>;
    case "dismissed":
    case "suppressed":
      return <Badge>{end_reason === "escape" ? t("Stopped by the person") : t("Ended early")}</Badge>;
    case "failed":
      return <Badge tone="caution">{t("Could not be shown")}</Badge>;
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
