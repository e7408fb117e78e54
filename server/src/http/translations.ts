import { limits } from "@fanfare/contract/limits";
import {
  type TranslationImport,
  type TranslationsPage,
  translationFileQuerySchema,
  translationImportRequestSchema,
  translationsQuerySchema,
} from "@fanfare/contract/schema/translations";
import { Hono } from "hono";
import { takeTranslations, translationFile } from "../engage/translation-file.ts";
import { translationReport } from "../engage/translations.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";

/** Translations of all contents at once. */
export function translationRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/translations", async (c) => {
      const report = await translationReport(deps.store, parseQuery(c, translationsQuerySchema));
      return c.json(report satisfies TranslationsPage);
    })
    .get("/translations/file", (c) => {
      const { language, show } = parseQuery(c, translationFileQuerySchema);
      return c.body(translationFile(deps.store, language, show), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="fanfare-${language}.csv"`,
      });
    })
    .post("/translations/file", async (c) => {
      const call = await parseText(c, translationImportRequestSchema, limits.translation_body_bytes_max);
      const app = appNamed(deps.apps, call.app_id);
      const { member_id } = c.var.actor;
      const taken = await takeTranslations(deps, { ...call, app_id: app.id, member_id });
      return c.json(taken satisfies TranslationImport);
    });
}
