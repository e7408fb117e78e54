import {
  acceptInviteRequestSchema,
  type CreatedInvite,
  createInviteRequestSchema,
  type InviteOffer,
  type InvitesResponse,
  lookAtInviteRequestSchema,
  pageQuerySchema,
} from "@fanfare/contract/schema/member";
import { Hono } from "hono";
import { acceptInvite, createInvite, listInvites, lookAtInvite, revokeInvite } from "../accounts/invites.ts";
import { tellConsoles } from "../engage/console-signal.ts";
import { invitationLetter } from "../mail/letters.ts";
import { workspaceName } from "../store/workspace.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody, parseQuery, parseText } from "./body.ts";
import { callerOf } from "./caller.ts";
import { linkUrl } from "./link-url.ts";
import { meOf } from "./me.ts";
import { presentInvite } from "./member-presenters.ts";

/** How somebody becomes a member: by a link that works once. */
export function inviteRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/invites", async (c) => {
      const { rows, next } = await listInvites(deps, parseQuery(c, pageQuerySchema));
      return c.json({ items: rows.map(presentInvite), next } satisfies InvitesResponse);
    })
    .post("/invites", async (c) => {
      const wish = await parseText(c, createInviteRequestSchema);
      const { row, token } = await createInvite(deps, c.var.actor, wish);
      const url = linkUrl(deps, c.req.raw, "invite", token);
      const { email, role } = wish;
      const mail = await deps.mailer.deliver(
        invitationLetter({
          to: email,
          role,
          url,
          expires_ms: row.expires_at,
          workspace: await workspaceName(deps.store.db),
        }),
      );
      return c.json({ ...presentInvite(row), url, mail } satisfies CreatedInvite, 201);
    })
    .delete("/invites/:id", async (c) => {
      await revokeInvite(deps, c.var.actor, c.req.param("id"));
      return c.body(null, 204);
    })
    .post("/invites/look", async (c) => {
      const { token } = await parseBody(c, lookAtInviteRequestSchema);
      return c.json((await lookAtInvite(deps, token)) satisfies InviteOffer);
    })
    .post("/invites/accept", async (c) => {
      const wish = await parseText(c, acceptInviteRequestSchema);
      const { actor, token } = await acceptInvite(deps, wish, callerOf(deps, c));
      tellConsoles(deps);
      c.header("Set-Cookie", deps.cookie.write(token));
      return c.json(await meOf(deps, actor), 201);
    });
}
