import type { Goal } from "@fanfare/contract/schema/goal";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Target, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAtOnce, without } from "../at-once.ts";
import { PRESET_WORDS } from "../celebrations/preset-words.ts";
import { celebrationQueries } from "../celebrations/queries.ts";
import { useApp, useDoors, useMayAdminister, useMayEdit } from "../doors.ts";
import { ExportButton } from "../exports/export-button.tsx";
import { number } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { Activity } from "../settings/audit/activity.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { GoalDialog } from "./goal-dialog.tsx";

/** What is worth reaching, and how many have. */
export function Goals() {
  const { api } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const may_export = useMayAdminister();
  const query = useQuery(celebrationQueries.goals(api, app.id));
  const [creating, setCreating] = useState(false);
  const create = may_edit && (
    <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New goal")}
    </Button>
  );
  return (
    <>
      <Loaded query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-16" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<EmptyArt icon={Target} />} title={t("Name what is worth reaching")} actions={create}>
              {t(
                "A goal is an event of your application: an order, an invitation, a first report. Who reaches it is counted once, put down to what they were shown, and celebrated if you like.",
              )}
            </EmptyState>
          ) : (
            <>
              <div className="flex items-center justify-between gap-3 border-b border-line px-(--gutter) py-3">
                <h2 className="text-md font-semibold">{t("Goals")}</h2>
                <div className="flex flex-wrap justify-end gap-2">
                  {may_export && (
                    <ExportButton
                      title={t("Export goals")}
                      description={t("All goals of {app}, those that were deleted lately too.", { app: app.name })}
                      table="goals"
                      rowsInWords={(rows) => tCount(rows, "{n} goal", "{n} goals")}
                    />
                  )}
                  {create}
                </div>
              </div>
              <ul aria-label={t("Goals")} className="flex-1">
                {items.map((goal) => (
                  <GoalRow key={goal.id} goal={goal} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <GoalDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}

function GoalRow({ goal }: { readonly goal: Goal }) {
  const { api } = useDoors();
  const app = useApp();
  const atOnce = useAtOnce();
  const may_edit = useMayEdit();
  const [changing, setChanging] = useState(false);
  const remove = (): void =>
    void atOnce({
      shown: celebrationQueries.goals(api, app.id),
      change: (list) => without(list, goal.id),
      act: () => api.deleteGoal(app.id, goal.id),
      done: {
        title: t("{name} was deleted", { name: goal.name }),
        description: t("Nobody reaches it any more. Who had reached it comes back with it."),
      },
      undo: {
        act: () => api.restoreGoal(app.id, goal.id),
        done: { title: t("{name} is back", { name: goal.name }) },
      },
      refused: t("The goal was not deleted"),
    });
  const props = Object.entries(goal.props);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-4">
      <div className="flex min-w-52 flex-1 flex-col gap-1 max-sm:basis-full">
        <h3 className="text-base font-medium wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h3>
        <p className="flex min-h-5.5 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
          <code className="font-mono wrap-anywhere">{goal.event_name}</code>
          {props.map(([name, value]) => (
            <code key={name} className="font-mono wrap-anywhere">
              {name} = {String(value)}
            </code>
          ))}
          <span>
            {goal.attribution === "last"
              ? tCount(
                  goal.window_days,
                  "counts for the last content of 1 day",
                  "counts for the last content of {n} days",
                )
              : tCount(
                  goal.window_days,
                  "counts for the first content of 1 day",
                  "counts for the first content of {n} days",
                )}
          </span>
          {goal.celebration !== null && <Badge tone="accent">{PRESET_WORDS[goal.celebration].label}</Badge>}
        </p>
      </div>
      <p className="flex items-baseline gap-1.5 text-sm text-ink-2">
        <span className="text-lg font-semibold text-ink tabular-nums">{number(goal.people)}</span>
        {tCount(goal.people, "person", "people")}
      </p>
      {may_edit && (
        <div className="flex gap-1">
          <Activity of={{ resource_type: "goal", resource_id: goal.id }} name={goal.name} />
          <IconButton label={t("Change {name}", { name: goal.name })} onClick={() => setChanging(true)}>
            <Pencil />
          </IconButton>
          <IconButton label={t("Delete {name}", { name: goal.name })} onClick={remove}>
            <Trash2 />
          </IconButton>
        </div>
      )}
      <GoalDialog goal={goal} open={changing} onOpenChange={setChanging} />
    </li>
  );
}
