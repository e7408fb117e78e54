import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type TranslationImport,
  type TranslationsPage,
  translationFileQuerySchema,
  translationImportQuerySchema,
  translationsQuerySchema,
} from "@fanfare/contract/schema/translations";
import { Hono } from "hono";
import { takeTranslations, translationFile } from "../engage/translation-file.ts";
import { translationReport } from "../engage/translations.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, readText } from "./body.ts";
import { unstorableAt } from "./storable.ts";

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
      const { language, app_id } = parseQuery(c, translationImportQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const text = await readText(c.req.raw, limits.translation_file_bytes_max);
      if (unstorableAt(text) !== undefined) {
        throw new ProblemError(
          "body_invalid",
          "The file holds a character that cannot be kept: NUL, or half of a pair.",
        );
      }
      const { member_id } = c.var.actor;
      const taken = await takeTranslations(deps, { text, language, app_id: app.id, member_id });
      return c.json(taken satisfies TranslationImport);
    });
}
