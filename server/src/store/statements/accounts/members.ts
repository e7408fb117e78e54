import type { MemberId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { isActive } from "../identity/provisioning.ts";

export type MemberRow = Selectable<Schema["members"]>;

export function memberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom("members").selectAll().where("email", "=", email).executeTakeFirst();
}

export type MemberForEmail = Pick<MemberRow, "id" | "name" | "email" | "role">;

export function membersForEmail(db: Db): Promise<MemberForEmail[]> {
  return db
    .selectFrom("members")
    .select(["members.id", "name", "email", "role"])
    .where(isActive("members.id"))
    .orderBy("members.id")
    .execute();
}

/** Undefined if there is no such member, or they were deactivated. */
export async function activeMemberRole(db: Db, id: MemberId): Promise<MemberRow["role"] | undefined> {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("members.id", "=", id)
    .where(isActive("members.id"))
    .executeTakeFirst();
  return row?.role;
}

export async function memberNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("members").select(["id", "name"]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function anyMember(db: Db): Promise<boolean> {
  return (await db.selectFrom("members").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts the member only if there are none. No row otherwise. */
export function insertFirstMember(db: Db, row: MemberRow): CompiledQuery {
  return db
    .insertInto("members")
    .columns(["id", "email", "name", "role", "password_hash", "created_at"])
    .expression(
      db
        .selectNoFrom((eb) => [
          eb.val(row.id).as("id"),
          eb.val(row.email).as("email"),
          eb.val(row.name).as("name"),
          eb.val(row.role).as("role"),
          eb.val(row.password_hash).as("password_hash"),
          eb.val(row.created_at).as("created_at"),
        ])
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom("members").select("id")))),
    )
    .compile();
}

export function putSetupLink(db: Db, token_hash: string, expires_at: Millis): CompiledQuery {
  return db
    .insertInto("setup_links")
    .values({ id: 1, token_hash, expires_at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ token_hash, expires_at }))
    .compile();
}

/** Consumes the setup link. One row if the token matches and hasn't expired. */
export function consumeSetupLink(db: Db, token_hash: string, now_ms: Millis): CompiledQuery {
  return db.deleteFrom("setup_links").where("token_hash", "=", token_hash).where("expires_at", ">", now_ms).compile();
}

export async function setupLinkIsActive(db: Db, token_hash: string, now_ms: Millis): Promise<boolean> {
  const row = await db
    .selectFrom("setup_links")
    .select("id")
    .where("token_hash", "=", token_hash)
    .where("expires_at", ">", now_ms)
    .executeTakeFirst();
  return row !== undefined;
}

export function deleteSetupLinks(db: Db): CompiledQuery {
  return db.deleteFrom("setup_links").compile();
}
