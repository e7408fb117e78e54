import type { NOTIFICATION_ROUTES, UNSUBSCRIBE_ROUTES } from "@fanfare/contract/schema/routes/accounts/account";
import { isActorAllowed, signedInMember } from "../../../accounts/access/actor.ts";
import {
  changeNotificationSettings,
  readNotificationSettings,
} from "../../../accounts/notifications/notification-settings.ts";
import { unsubscribe } from "../../../accounts/notifications/unsubscribe-links.ts";
import { alertKindsFor } from "../../../alerts/alert-access.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { baseUrl } from "../sign-in/provider-urls.ts";

export function notificationHandlers(deps: ApiDeps): Handlers<typeof NOTIFICATION_ROUTES> {
  return {
    "GET /api/me/notifications": async ({ actor }) => ({
      settings: (await readNotificationSettings(deps.store, signedInMember(actor).member_id)) ?? null,
      kinds: alertKindsFor((action) => isActorAllowed(actor, action)),
      can_send: await deps.password_resets.offered(),
    }),
    "PUT /api/me/notifications": async ({ body, actor }) => {
      await changeNotificationSettings(deps, signedInMember(actor).member_id, body);
    },
    // Only a page with a button: programs that check links in emails open them.
    "GET /api/unsubscribe": ({ c, query: { token } }) =>
      c.redirect(`${baseUrl(deps, c.req.raw)}/console/unsubscribe?token=${encodeURIComponent(token)}`, 303),
  };
}

export function unsubscribeHandlers(deps: ApiDeps): Handlers<typeof UNSUBSCRIBE_ROUTES> {
  return {
    "POST /api/unsubscribe": async ({ query: { token } }) => {
      await unsubscribe(deps, token);
    },
  };
}
