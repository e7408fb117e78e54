import type { CONTENT_IMPORT_ROUTES } from "@fanfare/contract/schema/routes/contents";
import { planContentImport, runContentImport } from "../../../engage/content-import/content-import.ts";
import { createImportThread } from "../../../imports/import-thread.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function contentImportHandlers(deps: ApiDeps): Handlers<typeof CONTENT_IMPORT_ROUTES> {
  const import_deps = { ...deps, readFiles: createImportThread(deps.clock) };
  return {
    "POST /api/content-imports/plan": ({ body, app, actor }) =>
      planContentImport(import_deps, body, {
        ...{ app_id: app.id, member_id: actor.member_id, source_locale: app.settings.source_locale },
      }),
    "POST /api/content-imports": ({ body, app, actor }) =>
      runContentImport(import_deps, body, {
        ...{ app_id: app.id, member_id: actor.member_id, source_locale: app.settings.source_locale },
      }),
  };
}
