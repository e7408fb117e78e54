import { limits } from "@fanfare/contract/limits";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import type { APP_ROUTES } from "@fanfare/contract/schema/routes/apps";
import { createApp } from "../../../accounts/apps/create-app.ts";
import { editApp } from "../../../accounts/apps/edit-app.ts";
import { notifyPages } from "../../../engage/signals/page-signal.ts";
import { toIso } from "../../../store/columns.ts";
import { appById } from "../../../store/statements/accounts/apps.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import { requireApp } from "../guards/app.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentApp, presentAppDetail } from "./presenters.ts";

export function appHandlers(deps: ApiDeps): Handlers<typeof APP_ROUTES> {
  const detailOf = (id: string): Tagged<AppDetail> => {
    const app = requireApp(deps.apps, id);
    return new Tagged(presentAppDetail(app), app.revision);
  };
  return {
    "GET /api/apps": () => {
      const items = deps.apps
        .all()
        .filter((app) => !app.system)
        .map(presentApp);
      return { items };
    },
    "GET /api/apps/:id": ({ params }) => detailOf(params.id),
    "GET /api/apps/:id/status": async ({ params }) => {
      const { id } = requireApp(deps.apps, params.id);
      const first_page_at = (await appById(deps.store.db, id))?.first_page_at ?? null;
      return {
        connections: deps.connectionsOf(id),
        first_page_at: first_page_at === null ? null : toIso(first_page_at),
        visitor_storage: deps.visitorStorageOf(id),
      };
    },
    "PATCH /api/apps/:id": async ({ params, body, actor, revision }) => {
      const { id, paused } = requireApp(deps.apps, params.id);
      const raised = await editApp(deps, { id, revision }, body, actor.member_id);
      const is_kill_switch = body.paused === true && !paused;
      await notifyPages(deps, id, raised, is_kill_switch ? limits.kill_switch_spread_ms : limits.change_spread_ms);
      return detailOf(id);
    },
    "POST /api/apps": async ({ c, body, actor }) => {
      const { source_locale, client_events, require_tls, ...app } = body;
      const settings = { source_locale, client_events, require_tls };
      const made = await createApp(deps, { ...app, settings }, actor.member_id);
      await deps.apps.refresh(made.id);
      c.header("Location", `/api/apps/${made.id}`);
      return { ...made, name: app.name };
    },
    "DELETE /api/apps/:id": async ({ params, actor }) => {
      const app = requireApp(deps.apps, params.id);
      await deps.app_remover.remove(app.id, actor.member_id);
    },
  };
}
