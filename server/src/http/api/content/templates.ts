import type { TEMPLATE_ROUTES } from "@fanfare/contract/schema/routes/templates";
import { notifyConsoles } from "../../../engage/signals/console-signal.ts";
import {
  editTemplate,
  existingTemplate,
  presentTemplate,
  presentTemplateDetail,
  removeTemplate,
  saveTemplate,
} from "../../../engage/templates/templates.ts";
import { listTemplates, type TemplateRow } from "../../../store/statements/content/templates.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function templateHandlers(deps: ApiDeps): Handlers<typeof TEMPLATE_ROUTES> {
  const tagged = (row: TemplateRow) => new Tagged(presentTemplateDetail(row), row.revision);
  return {
    "GET /api/templates": async () => ({ items: (await listTemplates(deps.store.db)).map(presentTemplate) }),
    "POST /api/templates": async ({ body, actor, app }) => {
      const row = await saveTemplate(deps, { member_id: actor.member_id, app_id: app.id }, body);
      notifyConsoles(deps);
      return tagged(row);
    },
    "GET /api/templates/:id": async ({ params }) => tagged(await existingTemplate(deps, params.id)),
    "PATCH /api/templates/:id": async ({ params, body, actor, revision }) => {
      const row = await editTemplate(deps, actor, { id: params.id, revision }, body);
      notifyConsoles(deps);
      return tagged(row);
    },
    "DELETE /api/templates/:id": async ({ params, actor }) => {
      await removeTemplate(deps, actor, params.id);
      notifyConsoles(deps);
    },
  };
}
