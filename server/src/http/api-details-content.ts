import { exportPeopleRequestSchema, exportQuerySchema, funnelQuerySchema } from "@fanfare/contract/schema/analytics";
import { answersQuerySchema } from "@fanfare/contract/schema/answer";
import {
  contentListQuerySchema,
  createContentRequestSchema,
  publishRequestSchema,
  rollbackRequestSchema,
  updateContentRequestSchema,
} from "@fanfare/contract/schema/api";
import { createDebugLinkRequestSchema } from "@fanfare/contract/schema/debug-link";
import { experimentQuerySchema } from "@fanfare/contract/schema/experiment";
import { explainQuerySchema } from "@fanfare/contract/schema/explain";
import {
  auditFacetQuerySchema,
  contentFacetQuerySchema,
  peopleFacetQuerySchema,
} from "@fanfare/contract/schema/facets";
import { createGoalRequestSchema, updateGoalRequestSchema } from "@fanfare/contract/schema/goal";
import { runsQuerySchema } from "@fanfare/contract/schema/run";
import { defaultThemeRequestSchema, putThemeRequestSchema } from "@fanfare/contract/schema/theme";
import {
  translationFileQuerySchema,
  translationImportRequestSchema,
  translationsQuerySchema,
} from "@fanfare/contract/schema/translations";
import type { ApiDetails } from "./api-details.ts";
import { appQuerySchema } from "./contents.ts";

const app = appQuerySchema;

/** Contents, how they look and read, and what came of them. */
export const CONTENT_API_DETAILS: Readonly<Record<string, ApiDetails>> = {
  "GET /api/contents": { summary: "Contents, searched, filtered and sorted", query: contentListQuerySchema },
  "GET /api/tags": { summary: "Tags of contents, the most used first" },
  "POST /api/contents": { summary: "Make a content", body: createContentRequestSchema, status: 201 },
  "GET /api/contents/:id": { summary: "A content with its draft", query: app },
  "PATCH /api/contents/:id": {
    ...{ summary: "Change a content", query: app, body: updateContentRequestSchema, revision: true, lenient: true },
  },
  "POST /api/contents/:id/publish": { summary: "Publish it in an app", body: publishRequestSchema, revision: true },
  "POST /api/contents/:id/unpublish": { summary: "Take it out of an app", body: publishRequestSchema },
  "POST /api/contents/:id/pause": { summary: "Hold it back in an app for now", body: publishRequestSchema },
  "POST /api/contents/:id/resume": { summary: "Let it go on in an app", body: publishRequestSchema },
  "POST /api/contents/:id/rollback": { summary: "Make an older version live again", body: rollbackRequestSchema },
  "POST /api/contents/:id/archive": { summary: "Put it away: nobody meets it any more", body: publishRequestSchema },
  "POST /api/contents/:id/restore": { summary: "Bring it back to where it was", body: publishRequestSchema },
  "GET /api/contents/:id/versions": { summary: "Its frozen versions" },
  "GET /api/contents/:id/versions/:version_id": { summary: "What a version froze" },
  "GET /api/contents/:id/runs": { summary: "Who met it and when, the newest first", query: runsQuerySchema },
  "GET /api/contents/:id/experiment": {
    ...{ summary: "What came of its variants and of those held out, as JSON or CSV", query: experimentQuerySchema },
  },
  "GET /api/contents/:id/answers": { summary: "What was answered to a survey, counted", query: app },
  "GET /api/contents/:id/answers/:question_id": {
    ...{ summary: "The answers to a question with their people, the newest first", query: answersQuerySchema },
  },
  "GET /api/celebrations": { summary: "Celebrations, and how often each was thrown", query: contentListQuerySchema },
  "GET /api/explain": { summary: "Why a person sees a content, or does not", query: explainQuerySchema },
  "POST /api/debug-links": {
    summary: "A link that opens the debug panel in a page",
    body: createDebugLinkRequestSchema,
    status: 201,
  },
  "GET /api/translations": {
    summary: "Which content is translated into which language",
    query: translationsQuerySchema,
  },
  "GET /api/translations/file": {
    summary: "Texts of all contents as CSV, to be translated",
    query: translationFileQuerySchema,
  },
  "POST /api/translations/file": { summary: "Take a CSV of translations back", body: translationImportRequestSchema },
  "GET /api/themes": { summary: "Themes: how contents look" },
  "POST /api/themes": {
    summary: "Make a theme, of colours that can be read",
    body: putThemeRequestSchema,
    status: 201,
  },
  "GET /api/themes/:id": { summary: "A theme" },
  "PUT /api/themes/:id": { summary: "Change a theme", body: putThemeRequestSchema, revision: true },
  "DELETE /api/themes/:id": { summary: "Delete a theme that nothing live wears" },
  "POST /api/themes/:id/restore": { summary: "Bring a deleted theme back" },
  "GET /api/themes/:id/uses": { summary: "Which contents choose a theme" },
  "PUT /api/default-theme": {
    ...{ summary: "The theme of all contents that choose none", body: defaultThemeRequestSchema, status: 204 },
  },
  "GET /api/overview": { summary: "How an app stands at a glance", query: app },
  "GET /api/analytics/funnel": {
    summary: "What became of a content, with everybody or with the people who are in a segment now",
    query: funnelQuerySchema,
  },
  "GET /api/exports": { summary: "A table of an app as a file", query: exportQuerySchema },
  "POST /api/exports": { summary: "Some people as a file", body: exportPeopleRequestSchema },
  "GET /api/facets/contents": {
    ...{ summary: "How many contents each choice of a filter leaves", query: contentFacetQuerySchema },
  },
  "GET /api/facets/people": { summary: "How many people are known in which way", query: peopleFacetQuerySchema },
  "GET /api/facets/audit": {
    ...{ summary: "How many entries of the audit log each choice of a filter leaves", query: auditFacetQuerySchema },
  },
  "GET /api/goals": { summary: "Goals of an app", query: app },
  "POST /api/goals": { summary: "Make a goal", body: createGoalRequestSchema, status: 201 },
  "PATCH /api/goals/:id": {
    ...{ summary: "Change a goal", query: app, body: updateGoalRequestSchema, revision: true },
  },
  "DELETE /api/goals/:id": { summary: "Delete a goal", query: app, status: 204 },
  "POST /api/goals/:id/restore": { summary: "Bring a deleted goal back, with who had reached it", query: app },
};
