import type { ContentRun } from "@fanfare/contract/schema/responses/analytics/run";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { START_REASON_LABELS } from "../../components/content/start-reason-labels.ts";
import { PersonCell } from "../../components/person/person-link.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import { columnHelper, DataTable } from "../../ui/table/data-table.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";

const route = getRouteApi("/$app/celebrations");
const helper = columnHelper<ContentRun>();

const columns = helper.columns([
  helper.accessor("person", {
    header: t("Person"),
    enableSorting: false,
    cell: ({ row }) => <PersonCell {...nameOf(row.original)} />,
  }),
  helper.accessor("started_at", {
    header: t("When"),
    enableSorting: false,
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
    meta: { className: "w-44" },
  }),
  helper.accessor("start_reason", {
    header: t("Trigger"),
    enableSorting: false,
    cell: ({ getValue }) => START_REASON_LABELS[getValue()],
    meta: { className: "w-44" },
  }),
  helper.accessor("state", {
    header: t("Result"),
    enableSorting: false,
    cell: ({ row }) => <StateCell run={row.original} />,
    meta: { className: "w-44" },
  }),
]);

export function People() {
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const all = useInfiniteQuery(celebrationQueries.list(api, app.id));
  const { items } = useInfiniteList(all, ({ id }) => id);
  const of = search.of === "" ? (items[0]?.id ?? "") : search.of;
  const query = useInfiniteQuery({ ...celebrationQueries.runs(api, app.id, of), enabled: of !== "" });
  const runs = useInfiniteList(query, ({ id }) => id);
  const slow = useIsSlow(query.isPending && of !== "");

  if (all.data !== undefined && of === "") return <NoPeople />;
  const failed = [all, query].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) return <QueryProblem of={failed} />;
  const known = items.some(({ id }) => id === of) || of === "";
  const options = [
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: of, label: t("Other celebration") }]),
  ];
  const rows = runs.items;
  return (
    <>
      <FilterBar>
        <Select
          label={t("Celebration")}
          value={of}
          options={options}
          onChange={(next) => void navigate({ search: { tab: "people", of: next }, resetScroll: false })}
          className="h-8 w-full text-sm sm:w-72"
        />
      </FilterBar>
      {query.data !== undefined && rows.length === 0 ? (
        <NoPeople />
      ) : (
        (query.data !== undefined || slow) && (
          <>
            <div className="flex-1">
              <DataTable
                caption={t("Recipients")}
                columns={columns}
                rows={rows}
                total={runs.state === "ended" ? rows.length : -1}
                sort=""
                onSort={() => undefined}
                card={(run) => <Card run={run} />}
                state={query.data === undefined ? "loading" : query.isPlaceholderData ? "refreshing" : "ready"}
              />
            </div>
            {runs.long && <ListEnd of={runs} text={tCount(rows.length, "1 celebration", "{n} celebrations")} />}
          </>
        )
      )}
    </>
  );
}

function NoPeople() {
  return (
    <EmptyState art={<EmptyArt icon={UsersRound} />} title={t("No recipients yet")}>
      {t("People who see this celebration appear here, with the time and result.")}
    </EmptyState>
  );
}

function nameOf({ person: { external_id, name } }: ContentRun) {
  return { external_id, name: name ?? external_id };
}

function StateCell({ run: { state, end_reason } }: { readonly run: ContentRun }) {
  switch (state) {
    case "active":
      return <Badge tone="accent">{t("Playing")}</Badge>;
    case "completed":
      return <Badge tone="positive">{t("Played")}</Badge>;
    case "dismissed":
    case "suppressed":
      return <Badge>{end_reason === "escape" ? t("Stopped by person") : t("Ended early")}</Badge>;
    case "failed":
      return <Badge tone="caution">{t("Failed")}</Badge>;
  }
}

/** Row layout on phones. */
function Card({ run }: { readonly run: ContentRun }) {
  return (
    <div className="flex flex-col gap-2.5">
      <PersonCell {...nameOf(run)} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 ps-9 text-xs text-ink-3">
        <StateCell run={run} />
        <RelativeTime at={run.started_at} className="relative z-1" />
        <span>{START_REASON_LABELS[run.start_reason]}</span>
      </div>
    </div>
  );
}
