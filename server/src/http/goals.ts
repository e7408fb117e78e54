import type { AppId, GoalId } from "@fanfare/contract/ids";
import { createGoalRequestSchema, type GoalsResponse, updateGoalRequestSchema } from "@fanfare/contract/schema/goal";
import { Hono } from "hono";
import { tellConsoles } from "../engage/console-signal.ts";
import { changeGoal, createGoal, presentGoal, removeGoal, restoreGoal } from "../measure/goals.ts";
import { goalsOf, milestoneCounts } from "../store/goals.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** What is worth reaching in an app. */
export function goalRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  const peopleAt = async (app_id: AppId, id: GoalId): Promise<number> =>
    (await milestoneCounts(db, app_id)).find(({ goal_id }) => goal_id === id)?.people ?? 0;
  return new Hono<ApiEnv>()
    .get("/goals", async (c) => {
      const { id } = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const [rows, counts] = await Promise.all([goalsOf(db, id), milestoneCounts(db, id)]);
      const people = new Map(counts.map((each) => [each.goal_id, each.people]));
      return c.json({ items: rows.map((row) => presentGoal(row, people.get(row.id) ?? 0)) } satisfies GoalsResponse);
    })
    .post("/goals", async (c) => {
      const { app_id, ...wish } = await parseText(c, createGoalRequestSchema);
      const actor = { app_id: appNamed(deps.apps, app_id).id, member_id: c.var.actor.member_id };
      const goal = await createGoal(deps, actor, wish);
      tellConsoles(deps);
      return c.json(presentGoal(goal, 0), 201, { ETag: revisionTag(goal.revision) });
    })
    .patch("/goals/:id", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const at = { id: c.req.param("id"), revision: seenRevision(c) };
      const change = await parseText(c, updateGoalRequestSchema);
      const actor = { app_id: app.id, member_id: c.var.actor.member_id };
      const goal = await changeGoal(deps, actor, at, change);
      tellConsoles(deps);
      return c.json(presentGoal(goal, await peopleAt(app.id, goal.id)), 200, { ETag: revisionTag(goal.revision) });
    })
    .delete("/goals/:id", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      await removeGoal(deps, { app_id: app.id, member_id: c.var.actor.member_id }, c.req.param("id"));
      tellConsoles(deps);
      return c.body(null, 204);
    })
    .post("/goals/:id/restore", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const goal = await restoreGoal(deps, { app_id: app.id, member_id: c.var.actor.member_id }, c.req.param("id"));
      tellConsoles(deps);
      return c.json(presentGoal(goal, await peopleAt(app.id, goal.id)), 200, { ETag: revisionTag(goal.revision) });
    });
}
