import type { CelebrationSummary } from "@fanfare/contract/schema/run";
import { useNavigate } from "@tanstack/react-router";
import { Archive, CircleSlash, Ellipsis, Pause, Pencil, Play, Rocket, UsersRound } from "lucide-react";
import { createContext, use } from "react";
import { isGoingOn, isPublishable } from "../content/holding.ts";
import { StatusBadge } from "../content/status.tsx";
import { useApp, useMayEdit } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { useDoubts } from "../publishing/use-doubts.tsx";
import { columnHelper, DataTable } from "../ui/data-table.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import { PRESET_WORDS } from "./preset-words.ts";
import { useCelebrationDeeds } from "./use-celebration-deeds.ts";
import { publishWords, ruleWords } from "./words.ts";

const helper = columnHelper<CelebrationSummary>();
/** Opens the editor; undefined for those who may only look. */
export const EditContext = createContext<((celebration: CelebrationSummary) => void) | undefined>(undefined);
/** Asks before one goes live; the list has the question. */
const AskContext = createContext<ReturnType<typeof useDoubts>["ask"]>(async (items) => items);

const columns = helper.columns([
  helper.accessor("name", {
    header: t("Name"),
    enableSorting: false,
    cell: ({ row }) => <Name celebration={row.original} />,
  }),
  helper.accessor("trigger", {
    header: t("When"),
    enableSorting: false,
    cell: ({ row }) => <span className="line-clamp-2">{ruleWords(row.original.trigger, row.original.frequency)}</span>,
    meta: { className: "w-56" },
  }),
  helper.accessor("status", {
    header: t("Status"),
    enableSorting: false,
    cell: ({ row }) => <StatusBadge of={row.original} />,
    meta: { className: "w-36" },
  }),
  helper.accessor("played", {
    header: t("Thrown"),
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
  const { ask, dialog } = useDoubts();
  return (
    <AskContext value={ask}>
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
    </AskContext>
  );
}

function Name({ celebration }: { readonly celebration: CelebrationSummary }) {
  const edit = use(EditContext);
  const { name, preset, message, colors } = celebration;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Swatch colors={colors} />
      <span className="flex min-w-0 flex-col">
        {edit === undefined ? (
          <span className="truncate text-base font-medium text-ink">
            <bdi>{name}</bdi>
          </span>
        ) : (
          <button
            type="button"
            onClick={() => edit(celebration)}
            className="truncate text-start text-base font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi>{name}</bdi>
          </button>
        )}
        <span className="truncate text-xs text-ink-3">
          {PRESET_WORDS[preset].label}
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

const FANFARE = ["#6a4cff", "#ff4f8b", "#ffb224", "#12b981"] as const;

/** Four pieces of paper in its colours. */
function Swatch({ colors }: { readonly colors: readonly string[] }) {
  const four = (colors.length === 0 ? FANFARE : colors).slice(0, 4);
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
  const edit = use(EditContext);
  const app = useApp();
  const may_edit = useMayEdit();
  const navigate = useNavigate();
  const { setLive, setPaused, archive } = useCelebrationDeeds(celebration, use(AskContext));
  const { id, name, status } = celebration;
  const people = (): void =>
    void navigate({ to: "/$app/celebrations", params: { app: app.id }, search: { tab: "people", of: id } });
  return (
    <span className="relative z-1">
      <Menu
        trigger={
          <IconButton label={t("More about {name}", { name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {edit !== undefined && (
          <MenuItem icon={<Pencil />} onClick={() => edit(celebration)}>
            {t("Edit")}
          </MenuItem>
        )}
        <MenuItem icon={<UsersRound />} onClick={people}>
          {t("Who got it")}
        </MenuItem>
        {may_edit && <MenuSeparator />}
        {may_edit && isPublishable(celebration) && (
          <MenuItem icon={<Rocket />} onClick={() => void setLive(true)}>
            {publishWords(status)}
          </MenuItem>
        )}
        {may_edit && status === "paused" && (
          <MenuItem icon={<Play />} onClick={() => setPaused(false)}>
            {t("Resume")}
          </MenuItem>
        )}
        {may_edit && isGoingOn(celebration) && (
          <MenuItem icon={<Pause />} onClick={() => setPaused(true)}>
            {t("Pause")}
          </MenuItem>
        )}
        {may_edit && status !== "draft" && (
          <MenuItem icon={<CircleSlash />} onClick={() => void setLive(false)}>
            {t("Unpublish")}
          </MenuItem>
        )}
        {may_edit && (
          <MenuItem icon={<Archive />} onClick={archive}>
            {t("Archive")}
          </MenuItem>
        )}
      </Menu>
    </span>
  );
}

/** The same on a phone. */
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
        <span>{ruleWords(celebration.trigger, celebration.frequency)}</span>
        <span className="tabular-nums">{tCount(celebration.played, "{n} thrown", "{n} thrown")}</span>
      </div>
    </div>
  );
}
