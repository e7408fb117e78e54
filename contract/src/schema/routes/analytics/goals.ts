import { createGoalRequestSchema, goalReportQuerySchema, updateGoalRequestSchema } from "../../analytics/goal.ts";
import { appQuerySchema } from "../../app-id.ts";
import { goalReportSchema, goalSchema, goalsResponseSchema } from "../../responses/analytics/goal.ts";
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
    problems: ["goals_full"],
  },
  "GET /api/goals/:id/report": {
    access: "analytics.read",
    summary: "Get completions of a goal by day and by content",
    query: goalReportQuerySchema,
    response: goalReportSchema,
    problems: ["goal_not_found"],
  },
  "PATCH /api/goals/:id": {
    access: "goal.write",
    summary: "Update a goal",
    query: appQuerySchema,
    body: updateGoalRequestSchema,
    response: goalSchema,
    tagged: true,
    revision: true,
    problems: ["goal_not_found"],
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
    problems: ["goal_not_found", "goals_full"],
  },
});
