import type { TRANSLATION_ROUTES } from "@fanfare/contract/schema/routes/translations";
import { textMatches } from "../../../engage/translations/text-matches.ts";
import { importTranslations, translationFile } from "../../../engage/translations/translation-file.ts";
import { translationReport } from "../../../engage/translations/translations.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function translationHandlers(deps: ApiDeps): Handlers<typeof TRANSLATION_ROUTES> {
  return {
    "GET /api/translations": ({ query }) => translationReport(deps.store, query),
    "GET /api/text-matches": ({ query }) => textMatches(deps.store, query),
    "GET /api/translations/file": ({ c, query }) => {
      const { language, show } = query;
      return c.body(translationFile(deps.store, language, show), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="fanfare-${language}.csv"`,
      });
    },
    "POST /api/translations/file": async ({ body, actor, app }) => {
      return await importTranslations(deps, { ...body, app_id: app.id, member_id: actor.member_id });
    },
  };
}
