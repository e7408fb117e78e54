import type { MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
export type ProviderSessionRow = Selectable<Schema["provider_sessions"]>;

/** The provider's session behind a session here. Undefined for password sign-ins. */
export function sessionByHash(db: Db, token_hash: string): Promise<ProviderSessionRow | undefined> {
  return db
    .selectFrom("provider_sessions")
    .innerJoin("sign_ins", "sign_ins.id", "provider_sessions.sign_in_id")
    .selectAll("provider_sessions")
    .where("token_hash", "=", token_hash)
    .executeTakeFirst();
}

/** Selects a provider's sessions: one by its ID, all of a person, or one of a person. */
export interface SessionSelector {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/**
 * Lists the sessions here behind a provider's sessions. Sessions without a provider's session ID match any `sid` of the
 * same subject.
 */
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
