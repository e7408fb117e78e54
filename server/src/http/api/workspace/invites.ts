import type { INVITE_ROUTES } from "@fanfare/contract/schema/routes/accounts/members";
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  revokeInvite,
} from "../../../accounts/members/invites.ts";
import { notifyConsoles } from "../../../engage/signals/console-signal.ts";
import { invitationEmail } from "../../../mail/email-templates.ts";
import { workspaceName } from "../../../store/statements/accounts/workspace.ts";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { meOf } from "./me.ts";
import { presentInvite } from "./presenters.ts";

/** URL of a console page with a one-time link's token, on the host that the browser uses. */
export function linkUrl(
  { public_url }: Pick<ApiDeps, "public_url">,
  request: Request,
  page: "invite" | "reset",
  token: string,
): string {
  return `${public_url ?? new URL(request.url).origin}/console/${page}?token=${token}`;
}

export function inviteHandlers(deps: ApiDeps): Handlers<typeof INVITE_ROUTES> {
  return {
    "GET /api/invites": async ({ query }) => {
      const { rows, next } = await listInvites(deps, query);
      return { items: rows.map(presentInvite), next };
    },
    "POST /api/invites": async ({ c, body, actor }) => {
      const { row, token } = await createInvite(deps, actor, body);
      const url = linkUrl(deps, c.req.raw, "invite", token);
      const { email, role } = body;
      const mail = await deps.mailer.deliver(
        invitationEmail({
          to: email,
          role,
          url,
          expires_ms: row.expires_at,
          workspace: await workspaceName(deps.store.db),
        }),
      );
      return { ...presentInvite(row), url, mail };
    },
    "DELETE /api/invites/:id": async ({ params, actor }) => {
      await revokeInvite(deps, actor, params.id);
    },
    "POST /api/invites/look": async ({ body }) => {
      const { token } = body;
      return await previewInvite(deps, token);
    },
    "POST /api/invites/accept": async ({ c, body }) => {
      const { actor, token } = await acceptInvite(deps, body, callerOf(deps, c));
      notifyConsoles(deps);
      c.header("Set-Cookie", deps.cookie.write(token));
      return await meOf(deps, actor);
    },
  };
}
