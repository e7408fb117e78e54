import { type AppId, type GoalId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { GoalChange, NewGoal } from "@fanfare/contract/schema/analytics/goal";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { passesTests, testableProps } from "@fanfare/contract/targeting/property-tests";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { staleRevision } from "../accounts/edit-conflict.ts";
import { fromJson, toIso, toJson } from "../store/columns.ts";
import {
  archiveGoal,
  deleteMilestones,
  type GoalRow,
  goalsOf,
  updateGoal,
} from "../store/statements/analytics/goals.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { WriteDeps } from "../store/store.ts";

export type GoalDeps = WriteDeps;

export interface GoalActor {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

/** @throws ProblemError `goals_full`. */
export async function createGoal(deps: GoalDeps, { app_id, member_id }: GoalActor, input: NewGoal): Promise<GoalRow> {
  const { store, clock, rng } = deps;
  await assertBelowGoalLimit(deps, app_id);
  const { window_days, props, ...rest } = input;
  const row: GoalRow = {
    ...rest,
    id: newId("gol", clock, rng),
    app_id,
    props: toJson(props),
    window_ms: Math.round(window_days * DAY_MS),
    created_at: clock.now(),
    revision: 1,
    archived_at: null,
  };
  const { id, name } = row;
  await store.write([
    { query: insertRow(store.db, "goals", row), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "goal.create", resource: { type: "goal", id }, app_id, detail: { name } },
    }),
  ]);
  return row;
}

/**
 * Changes a goal at a given revision. A different event or other props make it a different goal, so its completions are
 * deleted.
 *
 * @throws ProblemError `goal_not_found` or `revision_stale`.
 */
export async function editGoal(
  deps: GoalDeps,
  { app_id, member_id }: GoalActor,
  at: { readonly id: string; readonly revision: number },
  { window_days, props, ...rest }: GoalChange,
): Promise<GoalRow> {
  const { store } = deps;
  const known = await findGoal(deps, app_id, at.id);
  if (known.revision !== at.revision) throw staleRevision(known);
  const change: Partial<GoalRow> = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(window_days === undefined ? {} : { window_ms: Math.round(window_days * DAY_MS) }),
    ...(props === undefined ? {} : { props: toJson(props) }),
  };
  const changed = { ...known, ...change, revision: known.revision + 1 };
  if (Object.keys(change).length === 0) return known;
  const is_another = changed.event_name !== known.event_name || changed.props !== known.props;
  const written = await store.write([
    { query: updateGoal(store.db, known, change), expect: 1 },
    ...(is_another ? [{ query: deleteMilestones(store.db, known.id) }] : []),
    auditStatement(deps, {
      ...{ member_id, action: "goal.update", resource: { type: "goal", id: known.id }, app_id },
      detail: { name: changed.name, fields: Object.keys(change), reset: is_another },
    }),
  ]);
  if (written.outcome === "unmet") throw staleRevision(await findGoal(deps, app_id, at.id));
  return changed;
}

/**
 * Soft-deletes a goal, so that it gets no new completions. Existing ones are kept for `limits.deleted_kept_days`, and
 * {@link restoreGoal} restores both.
 *
 * @throws ProblemError `goal_not_found`.
 */
export async function removeGoal(deps: GoalDeps, actor: GoalActor, id: string): Promise<void> {
  if (!isId("gol", id) || !(await setGoalDeleted(deps, actor, id, "goal.delete"))) throw noGoal();
}

/** Restores a deleted goal and its completions. @throws ProblemError `goal_not_found` or `goals_full`. */
export async function restoreGoal(deps: GoalDeps, actor: GoalActor, id: string): Promise<GoalRow> {
  if (!isId("gol", id)) throw noGoal();
  await assertBelowGoalLimit(deps, actor.app_id);
  // Unmet: it isn't deleted, or is permanently deleted.
  await setGoalDeleted(deps, actor, id, "goal.restore");
  return await findGoal(deps, actor.app_id, id);
}

/** Returns true if this call changed the state. */
async function setGoalDeleted(
  deps: GoalDeps,
  { app_id, member_id }: GoalActor,
  id: GoalId,
  action: "goal.delete" | "goal.restore",
): Promise<boolean> {
  const { store, clock } = deps;
  const written = await store.write([
    { query: archiveGoal(store.db, app_id, id, action === "goal.delete" ? clock.now() : null), expect: 1 },
    auditStatement(deps, { member_id, action, resource: { type: "goal", id }, app_id }),
  ]);
  return written.outcome === "committed";
}

async function assertBelowGoalLimit({ store }: GoalDeps, app_id: AppId): Promise<void> {
  const { length } = await goalsOf(store.db, app_id);
  if (length < limits.goals_per_app_max) return;
  throw new ProblemError("goals_full", `This app has reached the limit of ${length} goals.`);
}

/** @throws ProblemError `goal_not_found`. */
export async function findGoal(
  { store }: { readonly store: Pick<GoalDeps["store"], "db"> },
  app_id: AppId,
  id: string,
): Promise<GoalRow> {
  const goal = (await goalsOf(store.db, app_id)).find((each) => each.id === id);
  if (goal === undefined) throw noGoal();
  return goal;
}

export function presentGoal(row: GoalRow, people: number): Goal {
  const { id, name, event_name, attribution, celebration, created_at, revision } = row;
  const window_days = row.window_ms / DAY_MS;
  return {
    ...{ id, name, event_name, props: eventProps(row), window_days, attribution, celebration },
    ...{ created_at: toIso(created_at), people, revision },
  };
}

export function reachesGoal(
  goal: GoalRow,
  event: { readonly name: string; readonly raw_props: Readonly<Record<string, unknown>> },
  now_ms: number,
): boolean {
  if (goal.event_name !== event.name) return false;
  const tests = eventProps(goal);
  return tests.length === 0 || passesTests(tests, testableProps(event.raw_props), now_ms);
}

function eventProps({ props }: GoalRow): Goal["props"] {
  // Cast: createGoalRequestSchema validated the column's value.
  return fromJson(props, (value) => value as Goal["props"]);
}

function noGoal(): ProblemError {
  return new ProblemError("goal_not_found", "Goal not found in this app. It may have been deleted.");
}
