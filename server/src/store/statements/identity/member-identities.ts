import type { MemberId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { MemberRow } from "../accounts/members.ts";
export type IdentityRow = Selectable<Schema["member_identities"]>;

export function memberByIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, "issuer" | "subject">,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom("member_identities")
    .innerJoin("members", "members.id", "member_identities.member_id")
    .selectAll("members")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

export function identityOf(
  db: Db,
  { member_id, issuer }: Pick<IdentityRow, "member_id" | "issuer">,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom("member_identities")
    .selectAll()
    .where("member_id", "=", member_id)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
}

export function identitiesOf(db: Db, member_id: MemberId): Promise<IdentityRow[]> {
  return db
    .selectFrom("member_identities")
    .selectAll()
    .where("member_id", "=", member_id)
    .orderBy("last_used_at", "desc")
    .execute();
}

/** No row if it was deleted meanwhile. */
export function touchIdentity(
  db: Db,
  { issuer, subject, member_id }: Pick<IdentityRow, "issuer" | "subject" | "member_id">,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("member_identities")
    .set({ last_used_at: now_ms })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("member_id", "=", member_id)
    .compile();
}

/** Unlinks a member from all providers until the next sign-in through one. */
export function deleteIdentitiesOf(db: Db, member_id: MemberId): CompiledQuery {
  return db.deleteFrom("member_identities").where("member_id", "=", member_id).compile();
}
