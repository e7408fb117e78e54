import { eventFunnelPeopleRequestSchema, eventFunnelRequestSchema } from "../../analytics/event-funnel.ts";
import { cohortsQuerySchema, retentionQuerySchema } from "../../analytics/retention.ts";
import { appQuerySchema } from "../../app-id.ts";
import { eventFunnelPeopleSchema, eventFunnelSchema } from "../../responses/analytics/event-funnel.ts";
import { cohortsSchema, retentionSchema } from "../../responses/analytics/retention.ts";
import { defineRoutes } from "../route.ts";

export const EVENT_REPORT_ROUTES = defineRoutes({
  "POST /api/analytics/event-funnel": {
    access: "analytics.read",
    summary: "Count people from event to event, as JSON or CSV",
    query: appQuerySchema,
    body: eventFunnelRequestSchema,
    response: eventFunnelSchema,
    files: ["text/csv"],
    unkeyed: true,
    problems: ["content_not_found", "goal_not_found", "segment_not_found"],
  },
  "POST /api/analytics/event-funnel/people": {
    access: "person.read",
    summary: "List people who reached or missed a step",
    query: appQuerySchema,
    body: eventFunnelPeopleRequestSchema,
    response: eventFunnelPeopleSchema,
    unkeyed: true,
    problems: ["content_not_found", "goal_not_found", "segment_not_found"],
  },
  "GET /api/analytics/retention": {
    access: "analytics.read",
    summary: "Compare how many people stay active after content, as JSON or CSV",
    query: retentionQuerySchema,
    response: retentionSchema,
    files: ["text/csv"],
    problems: ["content_not_found", "segment_not_found"],
  },
  "GET /api/analytics/cohorts": {
    access: "analytics.read",
    summary: "Get people by week of their first time, as JSON or CSV",
    query: cohortsQuerySchema,
    response: cohortsSchema,
    files: ["text/csv"],
    problems: ["segment_not_found"],
  },
});
