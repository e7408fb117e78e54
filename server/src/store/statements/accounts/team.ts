import type { MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { isActive } from "../identity/provisioning.ts";
import type { MemberRow } from "./members.ts";
import type { SignInRow } from "./sign-ins.ts";

export type TeamRow = Pick<MemberRow, "id" | "email" | "name" | "role" | "password_hash" | "created_at"> & {
  readonly confirmed_at: Millis | null;
  readonly last_seen_at: Millis | null;
  /** Deactivated by the identity provider. */
  readonly deactivated_at: Millis | null;
  /** Subject of one of their identities. Null: no identity. */
  readonly subject: string | null;
};

export function membersAfter(
  db: Db,
  { after, limit }: { readonly after: MemberId | undefined; readonly limit: number },
): Promise<TeamRow[]> {
  const query = db
    .selectFrom("members")
    .leftJoin("second_factors", "second_factors.member_id", "members.id")
    .leftJoin("provisioned_members", "provisioned_members.member_id", "members.id")
    .select([
      "members.id",
      "email",
      "name",
      "role",
      "password_hash",
      "members.created_at",
      "second_factors.confirmed_at",
      "provisioned_members.deactivated_at",
    ])
    .select((eb) =>
      eb
        .selectFrom("member_identities")
        .whereRef("member_identities.member_id", "=", "members.id")
        .select(({ fn }) => fn.min("subject").as("subject"))
        .as("subject"),
    )
    .select((eb) =>
      eb
        .selectFrom("sign_ins")
        .whereRef("sign_ins.member_id", "=", "members.id")
        .select(({ fn }) => fn.max("last_seen_at").as("last_seen_at"))
        .as("last_seen_at"),
    )
    .orderBy("members.id")
    .limit(limit);
  return (after === undefined ? query : query.where("members.id", ">", after)).execute();
}

export function memberById(db: Db, id: MemberId): Promise<MemberRow | undefined> {
  return db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
}

/** No row if this would remove the last owner. */
export function setRole(db: Db, id: MemberId, role: Role, was: Role): CompiledQuery {
  const change = db.updateTable("members").set({ role }).where("id", "=", id).where("role", "=", was);
  return (
    role === "owner" ? change : change.where((eb) => eb.or([eb("role", "!=", "owner"), eb.exists(otherOwners(db, id))]))
  ).compile();
}

/** No row for the last owner. Also deletes the member's sessions, tokens, and links. Keeps what they created. */
export function deleteMember(db: Db, id: MemberId): CompiledQuery {
  return db
    .deleteFrom("members")
    .where("id", "=", id)
    .where((eb) => eb.or([eb("role", "!=", "owner"), eb.exists(otherOwners(db, id))]))
    .compile();
}

function otherOwners(db: Db, id: MemberId) {
  const others = db.selectFrom("members as other").select("other.id").where("other.id", "!=", id);
  return others.where("other.role", "=", "owner").where(isActive("other.id"));
}

export function setName(db: Db, id: MemberId, name: string): CompiledQuery {
  return db.updateTable("members").set({ name }).where("id", "=", id).compile();
}

export function setPassword(db: Db, id: MemberId, password_hash: string): CompiledQuery {
  return db.updateTable("members").set({ password_hash }).where("id", "=", id).compile();
}

export function signInsOf(db: Db, member_id: MemberId, limit: number): Promise<SignInRow[]> {
  return db
    .selectFrom("sign_ins")
    .selectAll()
    .where("member_id", "=", member_id)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
}

export function deleteSignInById(db: Db, member_id: MemberId, id: SignInId): CompiledQuery {
  return db.deleteFrom("sign_ins").where("member_id", "=", member_id).where("id", "=", id).compile();
}

export function deleteSignInsOf(db: Db, member_id: MemberId, except?: SignInId): CompiledQuery {
  const query = db.deleteFrom("sign_ins").where("member_id", "=", member_id);
  return (except === undefined ? query : query.where("id", "!=", except)).compile();
}
