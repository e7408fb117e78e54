import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { recordPushClick } from "../../engage/message-pushes/push-clicks.ts";
import { requirePushKey } from "../../engage/message-pushes/push-keys.ts";
import { subscribeToPush, unsubscribeFromPush } from "../../engage/message-pushes/push-subscriptions.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

type PushRoutes = Pick<
  typeof CLIENT_ROUTES,
  "GET /v1/push-key" | "POST /v1/push-subscriptions" | "DELETE /v1/push-subscriptions/:id" | "POST /v1/push-clicks"
>;

export function pushHandlers(resources: V1Resources): ClientHandlers<PushRoutes> {
  const { callers } = resources;
  return {
    "GET /v1/push-key": async ({ app }) => ({ public_key: (await requirePushKey(resources, app.id)).public_key }),
    "POST /v1/push-subscriptions": async ({ c, app, body }) =>
      subscribeToPush(resources, app, await callers.caller(c, app, body), body),
    "DELETE /v1/push-subscriptions/:id": async ({ c, app, params, query }) => {
      await unsubscribeFromPush(resources, app, await callers.caller(c, app, query), params.id);
      return c.body(null, 204);
    },
    "POST /v1/push-clicks": async ({ c, app, body }) => {
      await recordPushClick(resources, app.id, body.token);
      resources.notifySoon();
      return c.body(null, 204);
    },
  };
}
