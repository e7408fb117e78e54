import type { MailResponse } from "@fanfare/contract/schema/responses/accounts/mail";
import type { MAIL_ROUTES } from "@fanfare/contract/schema/routes/mail";
import { auditStatement } from "../../../accounts/audit/audit-entry.ts";
import { testEmail } from "../../../mail/email-templates.ts";
import { readMailServer, removeMailServer, setMailServer } from "../../../mail/mail-server.ts";
import { workspaceName } from "../../../store/statements/accounts/workspace.ts";
import { callerOf } from "../../request/caller.ts";
import { ifMatchRevision } from "../../request/conditional.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function mailHandlers(deps: ApiDeps): Handlers<typeof MAIL_ROUTES> {
  const { password_resets, mailer, store } = deps;
  const settings = async (): Promise<Tagged<MailResponse>> => {
    const [known, offers_reset] = await Promise.all([readMailServer(deps), password_resets.offered()]);
    if (known === undefined) return new Tagged({ server: null, offers_reset }, undefined);
    const { server, password, revision } = known;
    const has_password = password !== undefined;
    return new Tagged({ server: { ...server, has_password, revision }, offers_reset }, revision);
  };
  return {
    "GET /api/mail": settings,
    "PUT /api/mail": async ({ c, body, actor }) => {
      const is_set = (await readMailServer(deps)) !== undefined;
      await setMailServer(deps, body, is_set ? ifMatchRevision(c) : undefined, actor.member_id);
      return settings();
    },
    "DELETE /api/mail": async ({ actor }) => {
      await removeMailServer(deps, actor.member_id);
    },
    "POST /api/mail/test": async ({ body, actor }) => {
      const { to } = body;
      await mailer.send(testEmail(to, await workspaceName(store.db)));
      const { member_id } = actor;
      await store.write([
        auditStatement(deps, {
          member_id,
          action: "mail.test",
          resource: { type: "mail", id: "server" },
          detail: { to },
        }),
      ]);
    },
    "POST /api/password-reset/ask": async ({ c, body }) => {
      const { email } = body;
      password_resets.request(email, callerOf(deps, c).address);
    },
  };
}
