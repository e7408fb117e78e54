import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { type MailServer, mailServerSchema, type putMailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import type { z } from "zod";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import type { Vault } from "../lib/vault.ts";
import { toJson } from "../store/columns.ts";
import {
  deleteMailServer,
  insertMailServer,
  type MailServerRow,
  mailServerRow,
  updateMailServer,
} from "../store/statements/accounts/mail-server.ts";
import type { WriteDeps } from "../store/store.ts";

export interface MailServerDeps extends WriteDeps {
  readonly vault: Vault;
}

export const MAIL_VAULT_CONTEXT = "mail_password";

export interface StoredMailServer {
  readonly server: MailServer;
  readonly password: string | undefined;
  readonly revision: number;
}

/** Undefined if none is configured. */
export async function readMailServer({
  store,
  vault,
}: Pick<MailServerDeps, "store" | "vault">): Promise<StoredMailServer | undefined> {
  const row = await mailServerRow(store.db);
  if (row === undefined) return undefined;
  const password = row.sealed === null ? undefined : vault.unseal(row.sealed, MAIL_VAULT_CONTEXT);
  return { server: parseMailServer(row), password, revision: row.revision };
}

const parseMailServer = ({ server }: MailServerRow): MailServer => mailServerSchema.parse(JSON.parse(server));

/** Another port of the same host counts as the same server, because its certificate is checked. */
const isSameAccount = (one: MailServer, other: MailServer): boolean =>
  one.host.toLowerCase() === other.host.toLowerCase() && one.user === other.user;

/**
 * Sets the mail server, or changes it at the revision `seen`. Keeps the password if it's omitted, unless the user is
 * removed.
 *
 * @throws ProblemError `revision_stale` after a concurrent change; `body_invalid` for another host or user without a
 * password, because otherwise the stored password could be sent to a new server.
 */
export async function setMailServer(
  deps: MailServerDeps,
  { password, ...server }: z.output<typeof putMailRequestSchema>,
  seen: number | undefined,
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store, vault } = deps;
  const before = await mailServerRow(store.db);
  const sealed = (): string | null => {
    if (server.user === null) return null;
    if (password !== undefined) return vault.seal(password, MAIL_VAULT_CONTEXT);
    if (before === undefined || before.sealed === null) return null;
    if (isSameAccount(parseMailServer(before), server)) return before.sealed;
    const message = "The host or username changed. Enter the mail server's password again.";
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/password", message }] });
  };
  const change = {
    server: toJson(server),
    sealed: sealed(),
    updated_at: clock.now(),
  } satisfies Partial<MailServerRow>;
  const query =
    seen === undefined
      ? insertMailServer(store.db, { ...change, revision: 1 })
      : updateMailServer(store.db, seen, change);
  const detail = { host: server.host, port: server.port, security: server.security, from: server.from };
  const resource = { type: "mail", id: "server" } as const;
  const written = await store.write([
    { query, expect: 1 },
    auditStatement(deps, { member_id, action: "mail.update", resource, detail }),
  ]);
  if (written.outcome === "committed") return;
  throw new ProblemError("revision_stale", "Someone else changed the mail server. Reload the page, then save again.", {
    current: (await mailServerRow(store.db))?.revision ?? null,
  });
}

/** Removes the mail server. Members must then share links manually. */
export async function removeMailServer(deps: MailServerDeps, member_id: MemberId | null): Promise<void> {
  const resource = { type: "mail", id: "server" } as const;
  await deps.store.write([
    { query: deleteMailServer(deps.store.db) },
    auditStatement(deps, { member_id, action: "mail.delete", resource }),
  ]);
}
