import type { MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Schema } from "../../schema/schema.ts";

type Db = Kysely<Schema>;
export type ProviderSessionRow = Selectable<Schema["provider_sessions"]>;

/** The session at the provider behind a sign-in here; undefined for one by password. */
export function sessionByHash(db: Db, token_hash: string): Promise<ProviderSessionRow | undefined> {
  return db
    .selectFrom("provider_sessions")
    .innerJoin("sign_ins", "sign_ins.id", "provider_sessions.sign_in_id")
    .selectAll("provider_sessions")
    .where("token_hash", "=", token_hash)
    .executeTakeFirst();
}

export function insertSession(db: Db, row: ProviderSessionRow): CompiledQuery {
  return db.insertInto("provider_sessions").values(row).compile();
}

/** Which sessions of a provider are meant: one by its name, all of somebody, or one of somebody. */
export interface SessionSelector {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** The sign-ins behind sessions. A provider that never named a session means all that it could mean. */
export function signInsOfSessions(
  db: Db,
  { issuer, subject, sid }: SessionSelector,
): Promise<readonly { readonly sign_in_id: SignInId; readonly member_id: MemberId }[]> {
  let query = db
    .selectFrom("provider_sessions")
    .innerJoin("sign_ins", "sign_ins.id", "provider_sessions.sign_in_id")
    .select(["sign_in_id", "member_id"])
    .where("issuer", "=", issuer);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (sid === undefined) return query.execute();
  return query
    .where((eb) => (subject === undefined ? eb("sid", "=", sid) : eb.or([eb("sid", "=", sid), eb("sid", "is", null)])))
    .execute();
}
