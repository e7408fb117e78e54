import type { CelebrationSummary } from "@fanfare/contract/schema/responses/analytics/run";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, Ellipsis, Pencil, UsersRound } from "lucide-react";
import { createContext, use } from "react";
import { StatusBadge } from "../../components/content/content-status.tsx";
import { optimisticList } from "../../components/content/optimistic-list.ts";
import { useContentActions } from "../../components/content/use-content-actions.tsx";
import { useDuplicateContent } from "../../components/content/use-duplicate-content.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { describeCelebrationRule } from "../../model/trigger-rule.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { columnHelper, DataTable } from "../../ui/table/data-table.tsx";

const helper = columnHelper<CelebrationSummary>();
const ActionsContext = createContext<Pick<ReturnType<typeof useContentActions>, "actions" | "run">>({
  actions: [],
  run: () => undefined,
});

const columns = helper.columns([
  helper.accessor("name", {
    header: t("Name"),
    enableSorting: false,
    cell: ({ row }) => <Name celebration={row.original} />,
  }),
  helper.accessor("trigger", {
    header: t("Trigger"),
    enableSorting: false,
    cell: ({ row }) => (
      <span className="line-clamp-2">{describeCelebrationRule(row.original.trigger, row.original.frequency)}</span>
    ),
    meta: { className: "w-56" },
  }),
  helper.accessor("status", {
    header: t("Status"),
    enableSorting: false,
    cell: ({ row }) => <StatusBadge of={row.original} />,
    meta: { className: "w-36" },
  }),
  helper.accessor("played", {
    header: t("Played"),
    enableSorting: false,
    cell: ({ row }) => <Times celebration={row.original} />,
    meta: { className: "w-32" },
  }),
  helper.display({
    id: "more",
    header: () => <span className="sr-only">{t("Actions")}</span>,
    cell: ({ row }) => <RowMenu celebration={row.original} />,
    meta: { className: "w-20 text-end" },
  }),
]);

interface CelebrationListProps {
  readonly rows: readonly CelebrationSummary[];
  readonly total: number;
  readonly state: "loading" | "refreshing" | "ready";
}

export function CelebrationList({ rows, total, state }: CelebrationListProps) {
  const context = useAppContext();
  const app = useApp();
  const { queryKey } = celebrationQueries.list(context.api, app.id);
  const { actions, run, dialog } = useContentActions(optimisticList(context, app.id, { queryKey, by_status: false }));
  return (
    <ActionsContext value={{ actions, run }}>
      <DataTable
        caption={t("Celebrations")}
        columns={columns}
        rows={rows}
        total={total}
        sort=""
        onSort={() => undefined}
        card={(celebration) => <Card celebration={celebration} />}
        state={state}
      />
      {dialog}
    </ActionsContext>
  );
}

function Name({ celebration }: { readonly celebration: CelebrationSummary }) {
  const app = useApp();
  const { id, name, preset, message, colors } = celebration;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Swatch colors={colors} />
      <span className="flex min-w-0 flex-col">
        <Link
          to="/$app/content/$id"
          params={{ app: app.id, id }}
          className="row-link truncate text-base font-medium text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="truncate text-xs text-ink-3">
          {PRESET_LABELS[preset].label}
          {message !== null && (
            <>
              {" · "}
              <bdi dir="auto">{message}</bdi>
            </>
          )}
        </span>
      </span>
    </div>
  );
}

const DEFAULT_COLORS = ["#6a4cff", "#ff4f8b", "#ffb224", "#12b981"] as const;

/** Four pieces of confetti in the celebration’s colors. */
function Swatch({ colors }: { readonly colors: readonly string[] }) {
  const four = (colors.length === 0 ? DEFAULT_COLORS : colors).slice(0, 4);
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 rounded-md bg-fill">
      {PIECES.map(({ x, y, turn }, index) => (
        <rect
          key={turn}
          x={x}
          y={y}
          width="6.5"
          height="4.5"
          rx="1"
          fill={four[index % four.length]}
          transform={`rotate(${turn} ${x + 3} ${y + 2})`}
        />
      ))}
    </svg>
  );
}
const PIECES = [
  { x: 6, y: 8, turn: 24 },
  { x: 18, y: 6, turn: -32 },
  { x: 9, y: 19, turn: 58 },
  { x: 20, y: 20, turn: -12 },
] as const;

function Times({ celebration: { played, skipped } }: { readonly celebration: CelebrationSummary }) {
  return (
    <span className="flex flex-col tabular-nums">
      <span className="text-ink">{tCount(played, "once", "{n} times")}</span>
      {skipped > 0 && <span className="text-xs text-ink-3">{tCount(skipped, "{n} not shown", "{n} not shown")}</span>}
    </span>
  );
}

function RowMenu({ celebration }: { readonly celebration: CelebrationSummary }) {
  const app = useApp();
  const may_edit = useCan("content.write");
  const navigate = useNavigate();
  const { actions, run } = use(ActionsContext);
  const { duplicate, busy } = useDuplicateContent();
  const { id, name } = celebration;
  const edit = (): void => void navigate({ to: "/$app/content/$id", params: { app: app.id, id } });
  const people = (): void =>
    void navigate({ to: "/$app/celebrations", params: { app: app.id }, search: { tab: "people", of: id } });
  return (
    <span className="relative z-1">
      <Menu
        trigger={
          <IconButton label={t("Actions for {name}", { name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {may_edit && (
          <MenuItem icon={<Pencil />} onClick={edit}>
            {t("Edit")}
          </MenuItem>
        )}
        <MenuItem icon={<UsersRound />} onClick={people}>
          {t("View recipients")}
        </MenuItem>
        {may_edit && (
          <MenuItem icon={<Copy />} disabled={busy} onClick={() => duplicate(celebration)}>
            {t("Duplicate")}
          </MenuItem>
        )}
        {may_edit && <MenuSeparator />}
        {may_edit &&
          actions
            .filter(({ fits }) => fits(celebration))
            .map((action) => (
              <MenuItem key={action.name} icon={action.icon} onClick={() => run(action, [celebration])}>
                {action.label}
              </MenuItem>
            ))}
      </Menu>
    </span>
  );
}

/** Row layout on phones. */
function Card({ celebration }: { readonly celebration: CelebrationSummary }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Name celebration={celebration} />
        </div>
        <RowMenu celebration={celebration} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 ps-11 text-xs text-ink-3">
        <StatusBadge of={celebration} />
        <span>{describeCelebrationRule(celebration.trigger, celebration.frequency)}</span>
        <span className="tabular-nums">{tCount(celebration.played, "{n} played", "{n} played")}</span>
      </div>
    </div>
  );
}
