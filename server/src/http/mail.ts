import {
  askResetRequestSchema,
  type MailResponse,
  putMailRequestSchema,
  testMailRequestSchema,
} from "@fanfare/contract/schema/mail";
import { type Context, Hono } from "hono";
import { auditStatement } from "../accounts/audit.ts";
import { testLetter } from "../mail/letters.ts";
import { forgetMailServer, knownMailServer, setMailServer } from "../mail/mail-server.ts";
import { workspaceName } from "../store/workspace.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody, parseText } from "./body.ts";
import { callerOf } from "./caller.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** The mail server, and what whoever forgot a password asks of it. */
export function mailRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { forgotten_passwords, mailer, store } = deps;
  const answer = async (c: Context<ApiEnv>) => {
    const [known, offers_reset] = await Promise.all([knownMailServer(deps), forgotten_passwords.offered()]);
    if (known === undefined) return c.json({ server: null, offers_reset } satisfies MailResponse);
    const { server, password, revision } = known;
    return c.json(
      { server: { ...server, has_password: password !== undefined, revision }, offers_reset } satisfies MailResponse,
      200,
      { ETag: revisionTag(revision) },
    );
  };
  return new Hono<ApiEnv>()
    .get("/mail", answer)
    .put("/mail", async (c) => {
      const wish = await parseText(c, putMailRequestSchema);
      const is_set = (await knownMailServer(deps)) !== undefined;
      await setMailServer(deps, wish, is_set ? seenRevision(c) : undefined, c.var.actor.member_id);
      return await answer(c);
    })
    .delete("/mail", async (c) => {
      await forgetMailServer(deps, c.var.actor.member_id);
      return c.body(null, 204);
    })
    .post("/mail/test", async (c) => {
      const { to } = await parseBody(c, testMailRequestSchema);
      await mailer.send(testLetter(to, await workspaceName(store.db)));
      const { member_id } = c.var.actor;
      await store.write([
        auditStatement(deps, {
          member_id,
          action: "mail.test",
          resource: { type: "mail", id: "server" },
          detail: { to },
        }),
      ]);
      return c.body(null, 204);
    })
    .post("/password-reset/ask", async (c) => {
      const { email } = await parseBody(c, askResetRequestSchema);
      forgotten_passwords.ask(email, callerOf(deps, c).address);
      return c.body(null, 204);
    });
}
