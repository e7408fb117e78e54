import { contentFunnelSchema, eventNamesResponseSchema } from "@fanfare/contract/schema/answers/analytics";
import { answersPageSchema, answersSummarySchema } from "@fanfare/contract/schema/answers/answer";
import {
  contentDetailSchema,
  contentPageSchema,
  publishResponseSchema,
  tagsResponseSchema,
  versionDetailSchema,
  versionsResponseSchema,
} from "@fanfare/contract/schema/answers/content";
import { debugLinkSchema } from "@fanfare/contract/schema/answers/debug-link";
import { experimentReportSchema } from "@fanfare/contract/schema/answers/experiment";
import { explainAnswerSchema } from "@fanfare/contract/schema/answers/explain";
import { facetSchema } from "@fanfare/contract/schema/answers/facets";
import { goalSchema, goalsResponseSchema } from "@fanfare/contract/schema/answers/goal";
import { overviewSchema } from "@fanfare/contract/schema/answers/overview";
import { celebrationsPageSchema, contentRunsPageSchema } from "@fanfare/contract/schema/answers/run";
import { themeDetailSchema, themesResponseSchema, themeUsesSchema } from "@fanfare/contract/schema/answers/theme";
import { translationImportSchema, translationsPageSchema } from "@fanfare/contract/schema/answers/translations";
import type { ApiAnswer } from "./api-answers.ts";

const CSV = "text/csv";
const ROWS = [CSV, "application/x-ndjson"] as const;
const published: ApiAnswer = { body: publishResponseSchema, tagged: true, problems: ["content_not_found"] };
const shown: ApiAnswer = { ...published, problems: ["content_not_found", "content_archived", "edition_invalid"] };

/** Contents, how they look and read, and what came of them. */
export const CONTENT_API_ANSWERS: Readonly<Record<string, ApiAnswer>> = {
  "GET /api/contents": { body: contentPageSchema },
  "GET /api/tags": { body: tagsResponseSchema },
  "POST /api/contents": { body: contentDetailSchema, tagged: true, problems: ["slug_taken"] },
  "GET /api/contents/:id": { body: contentDetailSchema, tagged: true, problems: ["content_not_found"] },
  "PATCH /api/contents/:id": { body: contentDetailSchema, tagged: true, problems: ["content_not_found", "slug_taken"] },
  "POST /api/contents/:id/publish": shown,
  "POST /api/contents/:id/unpublish": published,
  "POST /api/contents/:id/pause": published,
  "POST /api/contents/:id/resume": published,
  "POST /api/contents/:id/rollback": { ...shown, problems: [...(shown.problems ?? []), "version_not_found"] },
  "POST /api/contents/:id/archive": published,
  "POST /api/contents/:id/restore": published,
  "GET /api/contents/:id/versions": { body: versionsResponseSchema, problems: ["content_not_found"] },
  "GET /api/contents/:id/versions/:version_id": {
    body: versionDetailSchema,
    problems: ["content_not_found", "version_not_found"],
  },
  "GET /api/contents/:id/runs": { body: contentRunsPageSchema, problems: ["content_not_found"] },
  "GET /api/contents/:id/experiment": { body: experimentReportSchema, files: [CSV], problems: ["content_not_found"] },
  "GET /api/contents/:id/answers": { body: answersSummarySchema, problems: ["content_not_found"] },
  "GET /api/contents/:id/answers/:question_id": { body: answersPageSchema, problems: ["content_not_found"] },
  "GET /api/celebrations": { body: celebrationsPageSchema },
  "GET /api/explain": {
    body: explainAnswerSchema,
    problems: ["content_not_found", "person_not_found", "decision_not_logged", "edition_invalid"],
  },
  "POST /api/debug-links": { body: debugLinkSchema },
  "GET /api/translations": { body: translationsPageSchema },
  "GET /api/translations/file": { files: [CSV] },
  "POST /api/translations/file": { body: translationImportSchema },
  "GET /api/themes": { body: themesResponseSchema },
  "POST /api/themes": {
    body: themeDetailSchema,
    tagged: true,
    problems: ["name_taken", "themes_full", "theme_unreadable"],
  },
  "GET /api/themes/:id": { body: themeDetailSchema, tagged: true, problems: ["theme_not_found"] },
  "PUT /api/themes/:id": {
    body: themeDetailSchema,
    tagged: true,
    problems: ["theme_not_found", "name_taken", "theme_unreadable"],
  },
  "DELETE /api/themes/:id": { problems: ["theme_not_found", "theme_used"] },
  "POST /api/themes/:id/restore": {
    body: themeDetailSchema,
    tagged: true,
    problems: ["theme_not_found", "name_taken", "themes_full"],
  },
  "GET /api/themes/:id/uses": { body: themeUsesSchema, problems: ["theme_not_found"] },
  "PUT /api/default-theme": { problems: ["theme_not_found"] },
  "GET /api/overview": { body: overviewSchema },
  "GET /api/analytics/funnel": { body: contentFunnelSchema, problems: ["content_not_found", "segment_not_found"] },
  "GET /api/event-names": { body: eventNamesResponseSchema },
  "GET /api/exports": { files: ROWS, problems: ["segment_not_found"] },
  "POST /api/exports": { files: ROWS },
  "GET /api/facets/contents": { body: facetSchema },
  "GET /api/facets/people": { body: facetSchema, problems: ["segment_not_found"] },
  "GET /api/facets/audit": { body: facetSchema },
  "GET /api/goals": { body: goalsResponseSchema },
  "POST /api/goals": { body: goalSchema, tagged: true, problems: ["name_taken", "goals_full"] },
  "PATCH /api/goals/:id": { body: goalSchema, tagged: true, problems: ["goal_not_found", "name_taken"] },
  "DELETE /api/goals/:id": { problems: ["goal_not_found"] },
  "POST /api/goals/:id/restore": {
    body: goalSchema,
    tagged: true,
    problems: ["goal_not_found", "name_taken", "goals_full"],
  },
};
