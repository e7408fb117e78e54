import {
  type AppSecretsResponse,
  type CreatedAppResponse,
  type NewSecretResponse,
  newAppSchema,
  newSecretSchema,
} from "@fanfare/contract/schema/new-app";
import { Hono } from "hono";
import { listSecrets, revokeSecret, rotateSecret } from "../accounts/app-secrets.ts";
import { createApp } from "../accounts/new-app.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseText } from "./body.ts";

/** How apps begin and end, and their secrets. */
export function appSecretRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post("/apps", async (c) => {
      const { client_events, require_tls, ...wish } = await parseText(c, newAppSchema);
      const { member_id } = c.var.actor;
      const made = await createApp(deps, { ...wish, settings: { client_events, require_tls } }, member_id);
      await deps.apps.refresh(made.id);
      c.header("Location", `/api/apps/${made.id}`);
      return c.json({ ...made, name: wish.name } satisfies CreatedAppResponse, 201);
    })
    .delete("/apps/:id", async (c) => {
      const app = appNamed(deps.apps, c.req.param("id"));
      await deps.app_remover.remove(app.id, c.var.actor.member_id);
      return c.body(null, 204);
    })
    .get("/apps/:id/secrets", async (c) => {
      const items = await listSecrets(deps, appNamed(deps.apps, c.req.param("id")).id);
      return c.json({ items } satisfies AppSecretsResponse);
    })
    .post("/apps/:id/secrets", async (c) => {
      const { secret } = await parseText(c, newSecretSchema);
      const by = { app_id: appNamed(deps.apps, c.req.param("id")).id, member_id: c.var.actor.member_id };
      return c.json((await rotateSecret(deps, by, secret)) satisfies NewSecretResponse, 201);
    })
    .delete("/apps/:id/secrets/:secret_id", async (c) => {
      const by = { app_id: appNamed(deps.apps, c.req.param("id")).id, member_id: c.var.actor.member_id };
      await revokeSecret(deps, by, c.req.param("secret_id"));
      return c.body(null, 204);
    });
}
