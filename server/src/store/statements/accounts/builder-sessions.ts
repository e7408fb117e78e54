import type { AppId, BuilderSessionId, MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery, Insertable } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

/** Times since which sessions count: created for links, created and used for opened ones. */
export interface SessionBounds {
  readonly link_since: Millis;
  readonly created_since: Millis;
  readonly used_since: Millis;
}

export interface BuilderSessionRow extends Omit<Insertable<Schema["builder_sessions"]>, "code_hash"> {
  readonly member_id: MemberId;
  readonly member_name: string;
  readonly role: Role;
  readonly sign_in_ends: Millis;
  readonly content_name: string | null;
  readonly tracker_name: string | null;
}

function sessions(db: Db) {
  return db
    .selectFrom("builder_sessions")
    .innerJoin("sign_ins", "sign_ins.id", "builder_sessions.sign_in_id")
    .innerJoin("members", "members.id", "sign_ins.member_id")
    .leftJoin("contents", "contents.id", "builder_sessions.content_id")
    .leftJoin("trackers", "trackers.id", "builder_sessions.tracker_id")
    .select([
      "builder_sessions.id",
      "builder_sessions.app_id",
      "builder_sessions.content_id",
      "builder_sessions.step_id",
      "builder_sessions.tracker_id",
      "builder_sessions.tracker",
      "builder_sessions.sign_in_id",
      "builder_sessions.origin",
      "builder_sessions.language",
      "builder_sessions.token_hash",
      "builder_sessions.created_at",
      "builder_sessions.last_used_at",
      "members.id as member_id",
      "members.name as member_name",
      "members.role",
      "sign_ins.expires_at as sign_in_ends",
      "contents.name as content_name",
      "trackers.name as tracker_name",
    ]);
}

export function builderSessionByCode(db: Db, code_hash: string): Promise<BuilderSessionRow | undefined> {
  return sessions(db).where("builder_sessions.code_hash", "=", code_hash).executeTakeFirst();
}

export function builderSessionByToken(db: Db, token_hash: string): Promise<BuilderSessionRow | undefined> {
  return sessions(db).where("builder_sessions.token_hash", "=", token_hash).executeTakeFirst();
}

export function builderSessionById(db: Db, id: BuilderSessionId): Promise<BuilderSessionRow | undefined> {
  return sessions(db).where("builder_sessions.id", "=", id).executeTakeFirst();
}

/** Links and open sessions of an app, newest first. */
export function builderSessionsIn(
  db: Db,
  app_id: AppId,
  { link_since, created_since, used_since }: SessionBounds,
  limit: number,
): Promise<BuilderSessionRow[]> {
  return sessions(db)
    .where("builder_sessions.app_id", "=", app_id)
    .where("builder_sessions.created_at", ">", created_since)
    .where("builder_sessions.last_used_at", ">", used_since)
    .where(({ eb, or }) =>
      or([eb("builder_sessions.token_hash", "is not", null), eb("builder_sessions.created_at", ">", link_since)]),
    )
    .orderBy("builder_sessions.id", "desc")
    .limit(limit)
    .execute();
}

/** Replaces the token. `from`: null for the code's first use. Affects one row for the first caller only. */
export function putBuilderToken(
  db: Db,
  session: {
    readonly id: BuilderSessionId;
    readonly from: string | null;
    readonly to: string;
    readonly now_ms: Millis;
  },
): CompiledQuery {
  const query = db
    .updateTable("builder_sessions")
    .set({ token_hash: session.to, last_used_at: session.now_ms })
    .where("id", "=", session.id);
  return (
    session.from === null ? query.where("token_hash", "is", null) : query.where("token_hash", "=", session.from)
  ).compile();
}

/** Stores the state of a tracker's form. Affects no row if another request stored one first. */
export function putBuilderTracker(
  db: Db,
  id: BuilderSessionId,
  { from, to, token_hash }: { readonly from: JsonText; readonly to: JsonText; readonly token_hash: string },
): CompiledQuery {
  return db
    .updateTable("builder_sessions")
    .set({ tracker: to, token_hash })
    .where("id", "=", id)
    .where("tracker", "=", from)
    .compile();
}

export function touchBuilderSession(db: Db, id: BuilderSessionId, now_ms: Millis): CompiledQuery {
  return db.updateTable("builder_sessions").set({ last_used_at: now_ms }).where("id", "=", id).compile();
}

export function deleteBuilderSession(db: Db, id: BuilderSessionId): CompiledQuery {
  return db.deleteFrom("builder_sessions").where("id", "=", id).compile();
}

/** Deletes the session's expired siblings, and the oldest ones beyond `kept`. */
export function trimBuilderSessions(db: Db, sign_in_id: SignInId, created_since: Millis, kept: number): CompiledQuery {
  return db
    .deleteFrom("builder_sessions")
    .where("sign_in_id", "=", sign_in_id)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("created_at", "<=", created_since),
        eb(
          "id",
          "not in",
          selectFrom("builder_sessions as newer")
            .select("newer.id")
            .where("newer.sign_in_id", "=", sign_in_id)
            .orderBy("newer.id", "desc")
            .limit(kept),
        ),
      ]),
    )
    .compile();
}
