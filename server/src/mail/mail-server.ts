import type { Clock } from "@fanfare/contract/clock";
import type { MemberId } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import { type MailServer, mailServerSchema, type putMailRequestSchema } from "@fanfare/contract/schema/mail";
import type { z } from "zod";
import { auditStatement } from "../accounts/audit.ts";
import type { Vault } from "../accounts/vault.ts";
import { toJson } from "../store/columns.ts";
import {
  deleteMailServer,
  insertMailServer,
  type MailServerRow,
  mailServerRow,
  updateMailServer,
} from "../store/mail-server.ts";
import type { Store } from "../store/store.ts";

export interface MailServerDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly vault: Vault;
}

const PLACE = "mail_password";

/** The mail server as it is set, with its password. */
export interface KnownMailServer {
  readonly server: MailServer;
  readonly password: string | undefined;
  readonly revision: number;
}

/** Undefined: none is set. */
export async function knownMailServer({
  store,
  vault,
}: Pick<MailServerDeps, "store" | "vault">): Promise<KnownMailServer | undefined> {
  const row = await mailServerRow(store.db);
  if (row === undefined) return undefined;
  const password = row.sealed === null ? undefined : vault.unseal(row.sealed, PLACE);
  return { server: serverOf(row), password, revision: row.revision };
}

const serverOf = ({ server }: MailServerRow): MailServer => mailServerSchema.parse(JSON.parse(server));

/** Another port is another door of the same house, whose certificate is checked. */
const isSameAccount = (one: MailServer, other: MailServer): boolean =>
  one.host.toLowerCase() === other.host.toLowerCase() && one.user === other.user;

/**
 * Sets the mail server, or changes it as it was at `seen`. A password that is not given stays, unless its user goes.
 *
 * @throws ProblemError `revision_stale` when it was set or changed meanwhile; `body_invalid` for another host or user without
 *   a password: whoever sets the server does not thereby learn the one that is kept.
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
    if (password !== undefined) return vault.seal(password, PLACE);
    if (before === undefined || before.sealed === null) return null;
    if (isSameAccount(serverOf(before), server)) return before.sealed;
    const message =
      "This is another host or user than before. Enter its password: the one that is kept is not sent there.";
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
  throw new ProblemError("revision_stale", "The mail server was changed meanwhile. Look at it again, then save.", {
    current: (await mailServerRow(store.db))?.revision ?? null,
  });
}

/** Links are handed over by hand from now on. */
export async function forgetMailServer(deps: MailServerDeps, member_id: MemberId | null): Promise<void> {
  const resource = { type: "mail", id: "server" } as const;
  await deps.store.write([
    { query: deleteMailServer(deps.store.db) },
    auditStatement(deps, { member_id, action: "mail.delete", resource }),
  ]);
}
