import { appQuerySchema } from "../app-id.ts";
import { createDebugLinkRequestSchema } from "../people/debug-link.ts";
import { explainHypotheticalRequestSchema, explainQuerySchema } from "../people/explain.ts";
import { debugLinkSchema } from "../responses/people/debug-link.ts";
import { explainReportSchema, hypotheticalExplanationSchema } from "../responses/people/explain.ts";
import { defineRoutes } from "./route.ts";

export const EXPLAIN_ROUTES = defineRoutes({
  "GET /api/explain": {
    access: "person.read",
    summary: "Explain why a person sees content or doesn't",
    query: explainQuerySchema,
    former_query: { content: "content_id" },
    response: explainReportSchema,
    problems: ["content_not_found", "person_not_found", "decision_not_logged", "edition_invalid"],
  },
  "POST /api/explain": {
    access: "content.read",
    summary: "Explain why a hypothetical person would see content or not",
    query: appQuerySchema,
    body: explainHypotheticalRequestSchema,
    response: hypotheticalExplanationSchema,
    unkeyed: true,
    problems: ["content_not_found", "edition_invalid"],
  },
  "POST /api/debug-links": {
    access: "person.read",
    summary: "Create a debug link for a page",
    query: appQuerySchema,
    body: createDebugLinkRequestSchema,
    response: debugLinkSchema,
    status: 201,
  },
});
