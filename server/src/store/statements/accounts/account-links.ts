import type { AccountLinkId, MemberId, RoleId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type AccountLinkRow = Selectable<Schema["account_links"]>;
type Purpose = AccountLinkRow["purpose"];

/** Replaces an earlier link for the same email and purpose. */
export function putLink(db: Db, row: AccountLinkRow): CompiledQuery {
  return db
    .insertInto("account_links")
    .values(row)
    .onConflict((conflict) => conflict.columns(["email", "purpose"]).doUpdateSet(row))
    .compile();
}

export function activeLink(
  db: Db,
  purpose: Purpose,
  token_hash: string,
  now_ms: Millis,
): Promise<AccountLinkRow | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("token_hash", "=", token_hash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now_ms)
    .executeTakeFirst();
}

/** Consumes a link. Affects one row for the first caller only. */
export function consumeLink(db: Db, { id, token_hash }: Pick<AccountLinkRow, "id" | "token_hash">): CompiledQuery {
  return db.deleteFrom("account_links").where("id", "=", id).where("token_hash", "=", token_hash).compile();
}

export function invitesAfter(
  db: Db,
  page: { readonly after: AccountLinkId | undefined; readonly limit: number; readonly now_ms: Millis },
): Promise<AccountLinkRow[]> {
  const query = db
    .selectFrom("account_links")
    .selectAll()
    .where("purpose", "=", "invite")
    .where("expires_at", ">", page.now_ms)
    .orderBy("id")
    .limit(page.limit);
  return (page.after === undefined ? query : query.where("id", ">", page.after)).execute();
}

export function inviteByEmail(db: Db, email: string, now_ms: Millis): Promise<AccountLinkRow | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("email", "=", email)
    .where("purpose", "=", "invite")
    .where("expires_at", ">", now_ms)
    .executeTakeFirst();
}

export function inviteById(db: Db, id: AccountLinkId): Promise<AccountLinkRow | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("id", "=", id)
    .where("purpose", "=", "invite")
    .executeTakeFirst();
}

export function deleteResetLinks(db: Db, member_id: MemberId): CompiledQuery {
  return db.deleteFrom("account_links").where("member_id", "=", member_id).compile();
}

/** Deletes the links that a member created, regardless of their recipients, and the reset links for the member. */
export function deleteLinksOf(db: Db, id: MemberId): CompiledQuery {
  return db
    .deleteFrom("account_links")
    .where((eb) => eb.or([eb("created_by", "=", id), eb("member_id", "=", id)]))
    .compile();
}

/** The same for every member with a custom role. */
export function deleteLinksOfRole(db: Db, role_id: RoleId): CompiledQuery {
  const members = db.selectFrom("member_app_roles").select("member_id").where("role_id", "=", role_id);
  return db
    .deleteFrom("account_links")
    .where((eb) => eb.or([eb("created_by", "in", members), eb("member_id", "in", members)]))
    .compile();
}
