import type { AppId, GoalId } from "@fanfare/contract/lib/ids";
import type { GOAL_ROUTES } from "@fanfare/contract/schema/routes/analytics/goals";
import { createGoal, editGoal, presentGoal, removeGoal, restoreGoal } from "../../../analytics/goals.ts";
import { goalReport } from "../../../analytics/reports/goal-report.ts";
import { notifyConsoles } from "../../../engage/signals/console-signal.ts";
import { fromIso } from "../../../store/columns.ts";
import { goalsOf, milestoneCounts } from "../../../store/statements/analytics/goals.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function goalHandlers(deps: ApiDeps): Handlers<typeof GOAL_ROUTES> {
  const { db } = deps.store;
  const peopleAt = async (app_id: AppId, id: GoalId): Promise<number> =>
    (await milestoneCounts(db, app_id)).find(({ goal_id }) => goal_id === id)?.people ?? 0;
  return {
    "GET /api/goals": async ({ app }) => {
      const { id } = app;
      const [rows, counts] = await Promise.all([goalsOf(db, id), milestoneCounts(db, id)]);
      const people = new Map(counts.map((each) => [each.goal_id, each.people]));
      return { items: rows.map((row) => presentGoal(row, people.get(row.id) ?? 0)) };
    },
    "POST /api/goals": async ({ body, actor, app }) => {
      const goal = await createGoal(deps, { app_id: app.id, member_id: actor.member_id }, body);
      notifyConsoles(deps);
      return new Tagged(presentGoal(goal, 0), goal.revision);
    },
    "GET /api/goals/:id/report": ({ params, query, app }) => {
      const period = { from: fromIso(query.from), to: fromIso(query.to) };
      return goalReport(deps, { app_id: app.id, goal_id: params.id, ...period });
    },
    "PATCH /api/goals/:id": async ({ params, body, actor, app, revision }) => {
      const at = { id: params.id, revision };
      const goal = await editGoal(deps, { app_id: app.id, member_id: actor.member_id }, at, body);
      notifyConsoles(deps);
      return new Tagged(presentGoal(goal, await peopleAt(app.id, goal.id)), goal.revision);
    },
    "DELETE /api/goals/:id": async ({ params, actor, app }) => {
      await removeGoal(deps, { app_id: app.id, member_id: actor.member_id }, params.id);
      notifyConsoles(deps);
    },
    "POST /api/goals/:id/restore": async ({ params, actor, app }) => {
      const goal = await restoreGoal(deps, { app_id: app.id, member_id: actor.member_id }, params.id);
      notifyConsoles(deps);
      return new Tagged(presentGoal(goal, await peopleAt(app.id, goal.id)), goal.revision);
    },
  };
}
