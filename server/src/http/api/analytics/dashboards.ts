import type { DASHBOARD_ROUTES } from "@fanfare/contract/schema/routes/analytics/dashboards";
import { isActorAllowed } from "../../../accounts/access/actor.ts";
import {
  cancelDashboardEmail,
  changeDashboardEmail,
  createDashboardEmail,
  listDashboardEmails,
} from "../../../analytics/dashboard-emails.ts";
import { createDashboardLink, listDashboardLinks, revokeDashboardLink } from "../../../analytics/dashboard-links.ts";
import { createDashboard, editDashboard, presentDashboard, removeDashboard } from "../../../analytics/dashboards.ts";
import { notifyConsoles } from "../../../engage/signals/console-signal.ts";
import { dashboardsOf } from "../../../store/statements/analytics/dashboards.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { baseUrl } from "../sign-in/provider-urls.ts";

export function dashboardHandlers(deps: ApiDeps): Handlers<typeof DASHBOARD_ROUTES> {
  return {
    "GET /api/dashboards": async ({ app }) => ({
      items: (await dashboardsOf(deps.store.db, app.id)).map(presentDashboard),
    }),
    "POST /api/dashboards": async ({ body, actor, app }) => {
      const row = await createDashboard(deps, { app_id: app.id, member_id: actor.member_id }, body);
      notifyConsoles(deps);
      return new Tagged(presentDashboard(row), row.revision);
    },
    "PATCH /api/dashboards/:id": async ({ params, body, actor, app, revision }) => {
      const at = { id: params.id, revision };
      const row = await editDashboard(deps, { app_id: app.id, member_id: actor.member_id }, at, body);
      notifyConsoles(deps);
      return new Tagged(presentDashboard(row), row.revision);
    },
    "DELETE /api/dashboards/:id": async ({ params, actor, app }) => {
      await removeDashboard(deps, { app_id: app.id, member_id: actor.member_id }, params.id);
      notifyConsoles(deps);
    },
    "GET /api/dashboards/:id/emails": async ({ params, app }) => ({
      items: await listDashboardEmails(deps, { app_id: app.id, dashboard_id: params.id }),
    }),
    "POST /api/dashboards/:id/emails": ({ params, body, actor, app }) => {
      const of = { app_id: app.id, dashboard_id: params.id, member_id: actor.member_id };
      return createDashboardEmail(deps, of, body, isActorAllowed(actor, "dashboard.share", app.id));
    },
    "PUT /api/dashboards/:id/emails/:email_id": ({ params, body, actor, app }) => {
      const of = { app_id: app.id, dashboard_id: params.id, member_id: actor.member_id };
      const mayShare = isActorAllowed(actor, "dashboard.share", app.id);
      return changeDashboardEmail(deps, of, params.email_id, body, mayShare);
    },
    "DELETE /api/dashboards/:id/emails/:email_id": async ({ params, actor, app }) => {
      const of = { app_id: app.id, dashboard_id: params.id, member_id: actor.member_id };
      await cancelDashboardEmail(deps, of, params.email_id);
    },
    "GET /api/dashboards/:id/links": async ({ params, app }) => ({
      items: await listDashboardLinks(deps, { app, dashboard_id: params.id }),
    }),
    "POST /api/dashboards/:id/links": ({ c, params, body, actor, app }) =>
      createDashboardLink(
        deps,
        { app, dashboard_id: params.id, member_id: actor.member_id },
        { base_url: baseUrl(deps, c.req.raw), ...body },
      ),
    "DELETE /api/dashboards/:id/links/:link_id": async ({ params, actor, app }) => {
      const { member_id } = actor;
      await revokeDashboardLink(deps, { app, dashboard_id: params.id, member_id }, params.link_id);
    },
  };
}
