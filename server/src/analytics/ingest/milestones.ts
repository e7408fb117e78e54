import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import {
  type GoalRow,
  goalsOf,
  insertMilestones,
  type MilestoneRow,
  runSince,
} from "../../store/statements/analytics/goals.ts";
import type { Statement } from "../../store/store.ts";
import { reachesGoal } from "../goals.ts";
import type { ReadEvent } from "./read-event.ts";

/** Statement that stores the person's completions from these events, once each, with the goals concerned. */
export async function milestoneStatement(
  { store, clock }: PeopleDeps,
  app: AppRecord,
  person: Person,
  events: readonly ReadEvent[],
): Promise<
  | {
      readonly statement: Statement;
      readonly goals: readonly GoalRow[];
      readonly reached: readonly GoalRow[];
      readonly reached_at: number;
    }
  | undefined
> {
  const { db } = store;
  const goals = await goalsOf(db, app.id);
  const now_ms = clock.now();
  const rows: MilestoneRow[] = [];
  for (const goal of goals) {
    const event = events.find((each) => reachesGoal(goal, each, now_ms));
    if (event === undefined) continue;
    const run = await runSince(db, person.id, now_ms - goal.window_ms, goal.attribution);
    rows.push({
      goal_id: goal.id,
      person_id: person.id,
      app_id: app.id,
      event_id: event.id,
      run_id: run?.id ?? null,
      content_id: run?.content_id ?? null,
      reached_at: now_ms,
    });
  }
  if (rows.length === 0) return undefined;
  const reached = goals.filter(({ id }) => rows.some(({ goal_id }) => goal_id === id));
  return { statement: { query: insertMilestones(db, rows) }, goals, reached, reached_at: now_ms };
}
