import { contentListQuerySchema } from "../../accounts/sign-in.ts";
import { alertsQuerySchema } from "../../analytics/alert.ts";
import { experimentQuerySchema } from "../../analytics/experiment.ts";
import {
  contentResultsQuerySchema,
  exportPeopleRequestSchema,
  exportQuerySchema,
  funnelPeopleQuerySchema,
  funnelQuerySchema,
} from "../../analytics/funnel.ts";
import { groupProgressQuerySchema } from "../../analytics/group-progress.ts";
import { runsQuerySchema } from "../../analytics/run.ts";
import { searchesQuerySchema } from "../../analytics/searches.ts";
import { answersQuerySchema, answersSummaryQuerySchema, responsesQuerySchema } from "../../analytics/survey-answers.ts";
import { appQuerySchema } from "../../app-id.ts";
import { auditFacetQuerySchema, contentFacetQuerySchema, peopleFacetQuerySchema } from "../../people/facets.ts";
import { alertsPageSchema } from "../../responses/analytics/alert.ts";
import { experimentReportSchema } from "../../responses/analytics/experiment.ts";
import {
  contentFunnelSchema,
  contentResultsSchema,
  eventNamesResponseSchema,
  funnelPeopleSchema,
} from "../../responses/analytics/funnel.ts";
import { groupProgressPageSchema } from "../../responses/analytics/group-progress.ts";
import { appAttentionSchema, overviewQuerySchema, overviewSchema } from "../../responses/analytics/overview.ts";
import { celebrationsPageSchema, contentRunsPageSchema } from "../../responses/analytics/run.ts";
import { searchReportSchema } from "../../responses/analytics/searches.ts";
import { answersPageSchema, answersSummarySchema } from "../../responses/analytics/survey-answers.ts";
import { facetSchema } from "../../responses/people/facets.ts";
import { defineRoutes } from "../route.ts";

export const RUN_ROUTES = defineRoutes({
  "GET /api/contents/:id/runs": {
    access: "person.read",
    summary: "List runs of content",
    query: runsQuerySchema,
    response: contentRunsPageSchema,
    problems: ["content_not_found"],
  },
  "GET /api/contents/:id/experiment": {
    access: "analytics.read",
    summary: "Get experiment results as JSON or CSV",
    query: experimentQuerySchema,
    response: experimentReportSchema,
    files: ["text/csv"],
    problems: ["content_not_found"],
  },
  "GET /api/contents/:id/searches": {
    access: "analytics.read",
    summary: "Get what people searched in a resource center, as JSON or CSV",
    query: searchesQuerySchema,
    response: searchReportSchema,
    files: ["text/csv"],
    problems: ["content_not_found"],
  },
  "GET /api/contents/:id/group-progress": {
    access: "person.read",
    summary: "List groups with their progress in a shared checklist",
    query: groupProgressQuerySchema,
    response: groupProgressPageSchema,
    problems: ["content_not_found"],
  },
  "GET /api/celebrations": {
    access: "content.read",
    summary: "List celebrations and how often each was played",
    query: contentListQuerySchema.omit({ type: true }),
    response: celebrationsPageSchema,
  },
});

export const SURVEY_ANSWER_ROUTES = defineRoutes({
  "GET /api/contents/:id/answers": {
    access: "analytics.read",
    summary: "Get survey results",
    query: answersSummaryQuerySchema,
    response: answersSummarySchema,
    problems: ["content_not_found", "segment_not_found"],
  },
  "GET /api/contents/:id/answers/:question_id": {
    access: "person.read",
    summary: "List answers to a question, with people",
    query: answersQuerySchema,
    response: answersPageSchema,
    problems: ["content_not_found", "segment_not_found"],
  },
  "GET /api/contents/:id/responses": {
    access: "export.read",
    summary: "Export survey responses, one per row",
    query: responsesQuerySchema,
    files: ["text/csv", "application/x-ndjson"],
    problems: ["content_not_found", "segment_not_found"],
  },
});

export const ANALYTICS_ROUTES = defineRoutes({
  "GET /api/overview": {
    access: "analytics.read",
    summary: "Get an app overview",
    query: overviewQuerySchema,
    response: overviewSchema,
  },
  "GET /api/attention": {
    access: "analytics.read",
    summary: "List what needs attention in an app: open alerts and notices",
    query: appQuerySchema,
    response: appAttentionSchema,
  },
  "GET /api/analytics/funnel": {
    access: "analytics.read",
    summary: "Get a report on content, for everyone or a segment",
    query: funnelQuerySchema,
    response: contentFunnelSchema,
    problems: ["content_not_found", "segment_not_found"],
  },
  "GET /api/analytics/funnel/people": {
    access: "person.read",
    summary: "List people behind a number of a content report",
    query: funnelPeopleQuerySchema,
    response: funnelPeopleSchema,
    problems: ["segment_not_found"],
  },
  "GET /api/analytics/contents": {
    access: "analytics.read",
    summary: "Count views and completions of several content items",
    query: contentResultsQuerySchema,
    response: contentResultsSchema,
  },
  "GET /api/alerts": {
    access: "analytics.read",
    summary: "List alerts, newest first",
    query: alertsQuerySchema,
    response: alertsPageSchema,
  },
  "GET /api/event-names": {
    access: "analytics.read",
    summary: "List recent tracked events for rules",
    query: appQuerySchema,
    response: eventNamesResponseSchema,
  },
});

export const EXPORT_ROUTES = defineRoutes({
  "GET /api/exports": {
    access: "export.read",
    summary: "Export a table of an app",
    query: exportQuerySchema,
    files: ["text/csv", "application/x-ndjson"],
    problems: ["segment_not_found"],
  },
  "POST /api/exports": {
    access: "export.read",
    summary: "Export selected people",
    query: appQuerySchema,
    body: exportPeopleRequestSchema,
    files: ["text/csv", "application/x-ndjson"],
  },
});

export const FACET_ROUTES = defineRoutes({
  "GET /api/facets/contents": {
    access: "content.read",
    summary: "Count content by filter",
    query: contentFacetQuerySchema,
    response: facetSchema,
  },
  "GET /api/facets/people": {
    access: "person.read",
    summary: "Count people by identity",
    query: peopleFacetQuerySchema,
    response: facetSchema,
    problems: ["segment_not_found"],
  },
  "GET /api/facets/audit": {
    access: "audit.read",
    summary: "Count audit log entries by filter",
    query: auditFacetQuerySchema,
    response: facetSchema,
  },
});
