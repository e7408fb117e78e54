import { limits } from "../../limits.ts";
import { appQuerySchema } from "../app-id.ts";
import {
  textMatchesQuerySchema,
  translationFileQuerySchema,
  translationImportRequestSchema,
  translationsQuerySchema,
} from "../content/translations.ts";
import {
  textMatchesSchema,
  translationImportSchema,
  translationsPageSchema,
} from "../responses/content/translations.ts";
import { defineRoutes } from "./route.ts";

export const TRANSLATION_ROUTES = defineRoutes({
  "GET /api/translations": {
    access: "content.read",
    summary: "Get translation progress by content",
    query: translationsQuerySchema,
    response: translationsPageSchema,
  },
  "GET /api/text-matches": {
    access: "content.read",
    summary: "Find a text in the drafts of all content",
    query: textMatchesQuerySchema,
    response: textMatchesSchema,
  },
  "GET /api/translations/file": {
    access: "content.read",
    summary: "Export texts for translation as CSV",
    query: translationFileQuerySchema,
    files: ["text/csv"],
  },
  "POST /api/translations/file": {
    access: "content.write",
    summary: "Import translations from CSV",
    query: appQuerySchema,
    body: translationImportRequestSchema,
    body_bytes_max: limits.translation_body_bytes_max,
    response: translationImportSchema,
  },
});
