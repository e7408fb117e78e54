import { systemClock } from "@fanfare/contract/lib/clock";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { Link, useNavigate } from "@tanstack/react-router";
import { Pause, Pencil, Send, Trash2 } from "lucide-react";
import { createContext, use } from "react";
import { useApp, useCan } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { columnHelper, DataTable } from "../../ui/table/data-table.tsx";
import { describeRule, isSilent, kindLabel, mayHaveLostTarget, TrackerStatus } from "./tracker-labels.tsx";
import { useTrackerActions } from "./use-tracker-actions.tsx";

const helper = columnHelper<Tracker>();
type RowActions = Omit<ReturnType<typeof useTrackerActions>, "dialog">;
const nothing = (): void => undefined;
const ActionsContext = createContext<RowActions>({ publish: nothing, pause: nothing, remove: nothing });

const columns = helper.columns([
  helper.accessor("name", {
    header: t("Event"),
    enableSorting: false,
    cell: ({ row }) => <Name tracker={row.original} />,
  }),
  helper.accessor("on", {
    header: t("Kind"),
    enableSorting: false,
    cell: ({ row }) => kindLabel(row.original.on.kind),
    meta: { className: "w-32" },
  }),
  helper.accessor("status", {
    header: t("Status"),
    enableSorting: false,
    cell: ({ row }) => <Status tracker={row.original} />,
    meta: { className: "w-44" },
  }),
  helper.accessor("events", {
    header: t("Last 7 days"),
    enableSorting: false,
    cell: ({ row }) => <span className="text-ink tabular-nums">{number(row.original.events)}</span>,
    meta: { className: "w-28" },
  }),
  helper.accessor("last_seen_at", {
    header: t("Last event"),
    enableSorting: false,
    cell: ({ row }) => <LastEvent tracker={row.original} />,
    meta: { className: "w-36" },
  }),
  helper.display({
    id: "more",
    header: () => <span className="sr-only">{t("Actions")}</span>,
    cell: ({ row }) => <TrackerMenu tracker={row.original} />,
    meta: { className: "w-20 text-end" },
  }),
]);

interface TrackerListProps {
  readonly rows: readonly Tracker[];
  readonly state: "loading" | "ready";
}

export function TrackerList({ rows, state }: TrackerListProps) {
  const { dialog, ...actions } = useTrackerActions();
  return (
    <ActionsContext value={actions}>
      <DataTable
        caption={t("Trackers")}
        columns={columns}
        rows={rows}
        sort=""
        onSort={() => undefined}
        card={(tracker) => <Card tracker={tracker} />}
        state={state}
      />
      {dialog}
    </ActionsContext>
  );
}

interface TrackerProps {
  readonly tracker: Tracker;
}

function Name({ tracker }: TrackerProps) {
  const app = useApp();
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to="/$app/trackers/$id"
        params={{ app: app.id, id: tracker.id }}
        className="row-link truncate font-mono text-base font-medium text-ink"
      >
        <bdi>{tracker.name}</bdi>
      </Link>
      <span className="truncate text-xs text-ink-3">
        <bdi>{describeRule(tracker)}</bdi>
      </span>
    </span>
  );
}

function Status({ tracker }: TrackerProps) {
  return (
    <span className="flex flex-wrap gap-1">
      <TrackerStatus of={tracker} />
      {mayHaveLostTarget(tracker, systemClock.now()) && <Badge tone="caution">{t("Check target")}</Badge>}
    </span>
  );
}

function LastEvent({ tracker }: TrackerProps) {
  if (isSilent(tracker)) return t("None since publishing");
  return tracker.last_seen_at === null ? t("Never") : <RelativeTime at={tracker.last_seen_at} />;
}

function TrackerMenu({ tracker }: TrackerProps) {
  const app = useApp();
  const navigate = useNavigate();
  const { publish, pause, remove } = use(ActionsContext);
  const { id, name, status, edited } = tracker;
  if (!useCan("tracker.write")) return null;
  return (
    <span className="relative z-1">
      <RowMenu name={name}>
        <MenuItem
          icon={<Pencil />}
          onClick={() => void navigate({ to: "/$app/trackers/$id", params: { app: app.id, id } })}
        >
          {t("Edit")}
        </MenuItem>
        {(status !== "live" || edited) && (
          <MenuItem icon={<Send />} onClick={() => publish(tracker)}>
            {t("Publish")}
          </MenuItem>
        )}
        {status === "live" && (
          <MenuItem icon={<Pause />} onClick={() => pause(tracker)}>
            {t("Pause")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} onClick={() => remove(tracker)}>
          {t("Delete…")}
        </MenuItem>
      </RowMenu>
    </span>
  );
}

/** Row layout on phones. */
function Card({ tracker }: TrackerProps) {
  const { on, events } = tracker;
  return (
    <div className="flex items-start gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Name tracker={tracker} />
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
          <Status tracker={tracker} />
          <span>{kindLabel(on.kind)}</span>
          <span>{tCount(events, "{n} event in 7 days", "{n} events in 7 days")}</span>
          <LastEvent tracker={tracker} />
        </span>
      </div>
      <TrackerMenu tracker={tracker} />
    </div>
  );
}
