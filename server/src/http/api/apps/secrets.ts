import type { SECRET_ROUTES } from "@fanfare/contract/schema/routes/apps";
import { listSecrets, revokeSecret, rotateSecret } from "../../../accounts/apps/app-secrets.ts";
import type { Handlers } from "../../routing/handlers.ts";
import { requireApp } from "../guards/app.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function secretHandlers(deps: ApiDeps): Handlers<typeof SECRET_ROUTES> {
  return {
    "GET /api/apps/:id/secrets": async ({ params }) => {
      const items = await listSecrets(deps, requireApp(deps.apps, params.id).id);
      return { items };
    },
    "POST /api/apps/:id/secrets": async ({ params, body, actor }) => {
      const { secret } = body;
      const by = { app_id: requireApp(deps.apps, params.id).id, member_id: actor.member_id };
      return await rotateSecret(deps, by, secret);
    },
    "DELETE /api/apps/:id/secrets/:secret_id": async ({ params, actor }) => {
      const by = { app_id: requireApp(deps.apps, params.id).id, member_id: actor.member_id };
      await revokeSecret(deps, by, params.secret_id);
    },
  };
}
