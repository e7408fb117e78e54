import type { MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { isActive } from "../identity/provisioning.ts";

export type SignInRow = Selectable<Schema["sign_ins"]>;

export interface SignedInRow {
  readonly sign_in_id: SignInId;
  readonly last_seen_at: Millis;
  readonly expires_at: Millis;
  readonly member_id: MemberId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

function signedIn(db: Db) {
  return db
    .selectFrom("sign_ins")
    .innerJoin("members", "members.id", "sign_ins.member_id")
    .where(isActive("members.id"))
    .select([
      "sign_ins.id as sign_in_id",
      "sign_ins.last_seen_at",
      "sign_ins.expires_at",
      "members.id as member_id",
      "members.email",
      "members.name",
      "members.role",
    ]);
}

export function signInByHash(db: Db, token_hash: string): Promise<SignedInRow | undefined> {
  return signedIn(db).where("sign_ins.token_hash", "=", token_hash).executeTakeFirst();
}

export function signInById(db: Db, id: SignInId): Promise<SignedInRow | undefined> {
  return signedIn(db).where("sign_ins.id", "=", id).executeTakeFirst();
}

export function touchSignIn(db: Db, id: SignInId, now_ms: Millis): CompiledQuery {
  return db.updateTable("sign_ins").set({ last_seen_at: now_ms }).where("id", "=", id).compile();
}

export function deleteSignIn(db: Db, token_hash: string): CompiledQuery {
  return db.deleteFrom("sign_ins").where("token_hash", "=", token_hash).compile();
}

export function deleteEndedSignIns(db: Db, now_ms: Millis): CompiledQuery {
  return db.deleteFrom("sign_ins").where("expires_at", "<=", now_ms).compile();
}
