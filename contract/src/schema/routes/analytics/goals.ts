import { createGoalRequestSchema, updateGoalRequestSchema } from "../../analytics/goal.ts";
import { appQuerySchema } from "../../app-id.ts";
import { goalSchema, goalsResponseSchema } from "../../responses/analytics/goal.ts";
import { defineRoutes } from "../route.ts";

export const GOAL_ROUTES = defineRoutes({
  "GET /api/goals": {
    access: "goal.read",
    summary: "List goals of an app",
    query: appQuerySchema,
    response: goalsResponseSchema,
  },
  "POST /api/goals": {
    access: "goal.write",
    summary: "Create a goal",
    query: appQuerySchema,
    body: createGoalRequestSchema,
    response: goalSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "goals_full"],
  },
  "PATCH /api/goals/:id": {
    access: "goal.write",
    summary: "Update a goal",
    query: appQuerySchema,
    body: updateGoalRequestSchema,
    response: goalSchema,
    tagged: true,
    revision: true,
    problems: ["goal_not_found", "name_taken"],
  },
  "DELETE /api/goals/:id": {
    access: "goal.write",
    summary: "Delete a goal",
    query: appQuerySchema,
    problems: ["goal_not_found"],
  },
  "POST /api/goals/:id/restore": {
    access: "goal.write",
    summary: "Restore a deleted goal and its completions",
    query: appQuerySchema,
    response: goalSchema,
    tagged: true,
    problems: ["goal_not_found", "name_taken", "goals_full"],
  },
});
