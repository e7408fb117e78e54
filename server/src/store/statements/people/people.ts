import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Bit, JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import { prepared, preparedStatement } from "../prepared.ts";

export type PersonRow = Selectable<Schema["people"]>;

const readByExternalId = prepared((db: Db, app_id: AppId, external_id: string) =>
  db.selectFrom("people").selectAll().where("app_id", "=", app_id).where("external_id", "=", external_id).compile(),
);

export async function personByExternalId(db: Db, app_id: AppId, external_id: string): Promise<PersonRow | undefined> {
  return (await readByExternalId(db, app_id, external_id))[0];
}

export async function peopleByExternalIds(
  db: Db,
  app_id: AppId,
  external_ids: readonly string[],
): Promise<PersonRow[]> {
  if (external_ids.length === 0) return [];
  return db
    .selectFrom("people")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("external_id", "in", [...new Set(external_ids)])
    .execute();
}

/** People with these external or anonymous IDs. */
export async function peopleNamed(db: Db, app_id: AppId, names: readonly string[]): Promise<PersonRow[]> {
  const anonymous = names.filter((name) => name.startsWith("anon-"));
  const [identified, visitors] = await Promise.all([
    peopleByExternalIds(
      db,
      app_id,
      names.filter((name) => !name.startsWith("anon-")),
    ),
    anonymous.length === 0
      ? []
      : db
          .selectFrom("people")
          .selectAll()
          .where("app_id", "=", app_id)
          .where("anonymous_id", "in", anonymous)
          .execute(),
  ]);
  return [...identified, ...visitors];
}

/** At most `READ_MAX` per query, which bounds the number of parameters. */
export async function peopleByIds(db: Db, app_id: AppId, ids: readonly PersonId[]): Promise<PersonRow[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / READ_MAX) }, (_, part) =>
    ids.slice(part * READ_MAX, (part + 1) * READ_MAX),
  );
  const rows = await Promise.all(
    parts.map((part) =>
      db.selectFrom("people").selectAll().where("app_id", "=", app_id).where("id", "in", part).execute(),
    ),
  );
  return rows.flat();
}

const READ_MAX = 1_000;

const readByAnonymousId = prepared((db: Db, app_id: AppId, anonymous_id: string) =>
  db.selectFrom("people").selectAll().where("app_id", "=", app_id).where("anonymous_id", "=", anonymous_id).compile(),
);

export async function personByAnonymousId(db: Db, app_id: AppId, anonymous_id: string): Promise<PersonRow | undefined> {
  return (await readByAnonymousId(db, app_id, anonymous_id))[0];
}

export function personById(db: Db, app_id: AppId, id: PersonId): Promise<PersonRow | undefined> {
  return db.selectFrom("people").selectAll().where("app_id", "=", app_id).where("id", "=", id).executeTakeFirst();
}

const insertNew = preparedStatement(
  (
    db: Db,
    id: PersonId,
    app_id: AppId,
    external_id: string | null,
    anonymous_id: string | null,
    verified: Bit,
    first_seen_at: Millis,
    last_seen_at: Millis,
  ) => {
    const empty = { attributes: sql<JsonText>`'{}'`, merged_into: sql<null>`null` };
    const values = { id, app_id, external_id, anonymous_id, verified, first_seen_at, last_seen_at };
    return db
      .insertInto("people")
      .values({ ...values, ...empty })
      .onConflict(keepExisting)
      .compile();
  },
);

/**
 * Inserts a person with only their IDs. No-op if they exist: the claim that follows in the same batch finds the row.
 */
export function insertNewPerson(
  db: Db,
  person: Pick<PersonRow, "id" | "app_id" | "external_id" | "anonymous_id" | "verified">,
  now_ms: Millis,
): CompiledQuery {
  const { id, app_id, external_id, anonymous_id, verified } = person;
  return insertNew(db, id, app_id, external_id, anonymous_id, verified, now_ms, now_ms);
}

const touchUnverified = preparedStatement((db: Db, now_ms: Millis, app_id: AppId, id: PersonId) =>
  db
    .updateTable("people")
    .set({ last_seen_at: now_ms })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("verified", "=", sql.lit(0))
    .compile(),
);

/** Touches an unverified person. No row if they were verified meanwhile. */
export function claimUnverified(db: Db, app_id: AppId, id: PersonId, now_ms: Millis): CompiledQuery {
  return touchUnverified(db, now_ms, app_id, id);
}

const touchVerified = preparedStatement((db: Db, now_ms: Millis, app_id: AppId, id: PersonId) =>
  db
    .updateTable("people")
    .set({
      verified: sql<Bit>`1`,
      attributes: sql<string>`case when verified = 0 then coalesce(vouched, '{}') else attributes end`,
      vouched: sql<null>`null`,
      search_name: sql<string | null>`case when verified = 0 then null else search_name end`,
      search_last_name: sql<string | null>`case when verified = 0 then null else search_last_name end`,
      search_email: sql<string | null>`case when verified = 0 then null else search_email end`,
      last_seen_at: now_ms,
    })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .compile(),
);

/** Touches a verified person. At first verification, only the attributes in `vouched` are kept. */
export function claimVerified(db: Db, app_id: AppId, id: PersonId, now_ms: Millis): CompiledQuery {
  return touchVerified(db, now_ms, app_id, id);
}

/**
 * Unmerges all anonymous people who were merged into this person before verification, because they could be anyone.
 * No-op once the person is verified.
 */
export function unmergeUnverified(db: Db, app_id: AppId, id: PersonId): CompiledQuery {
  return db
    .updateTable("people")
    .set({ merged_into: null })
    .where("app_id", "=", app_id)
    .where("merged_into", "in", (eb) =>
      eb
        .selectFrom("people as unproved")
        .select("unproved.id")
        .where("unproved.app_id", "=", app_id)
        .where("unproved.id", "=", id)
        .where("unproved.verified", "=", 0),
    )
    .compile();
}

const touchAnonymous = preparedStatement((db: Db, now_ms: Millis, app_id: AppId, id: PersonId) =>
  db
    .updateTable("people")
    .set({ last_seen_at: now_ms })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("merged_into", "is", null)
    .compile(),
);

/** Touches an anonymous person. No row if they were identified meanwhile. */
export function claimAnonymous(db: Db, app_id: AppId, id: PersonId, now_ms: Millis): CompiledQuery {
  return touchAnonymous(db, now_ms, app_id, id);
}

const touchAny = preparedStatement((db: Db, now_ms: Millis, app_id: AppId, id: PersonId) =>
  db.updateTable("people").set({ last_seen_at: now_ms }).where("app_id", "=", app_id).where("id", "=", id).compile(),
);

export function claimAny(db: Db, app_id: AppId, id: PersonId, now_ms: Millis): CompiledQuery {
  return touchAny(db, now_ms, app_id, id);
}

/** Replaces attributes calculated from `before`. No row if they have changed. */
export function replaceAttributes(
  db: Db,
  person: { readonly app_id: AppId; readonly id: PersonId },
  before: string,
  after: Pick<PersonRow, "attributes" | "search_name" | "search_last_name" | "search_email"> &
    Partial<Pick<PersonRow, "vouched">>,
): CompiledQuery {
  return db
    .updateTable("people")
    .set(after)
    .where("app_id", "=", person.app_id)
    .where("id", "=", person.id)
    .where("attributes", "=", before)
    .compile();
}

/** External or anonymous IDs of these people. Merged people have the ID of the person they became. */
export async function namesOfPeople(db: Db, app_id: AppId, ids: readonly PersonId[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("people")
    .select(["external_id", "anonymous_id"])
    .where("app_id", "=", app_id)
    .where("id", "in", [...ids])
    .where("merged_into", "is", null)
    .execute();
  return rows.flatMap(({ external_id, anonymous_id }) => external_id ?? anonymous_id ?? []);
}

type PersonState = Pick<PersonRow, "locale" | "time_zone" | "device" | "watched_until" | "first_seen_at">;

/** Updates a person's fields besides attributes. With `seen`, no row if they differ from it. */
export function setContext(db: Db, id: PersonId, fields: Partial<PersonState>, seen?: PersonState): CompiledQuery {
  const query = db.updateTable("people").set(fields).where("id", "=", id);
  if (seen === undefined) return query.compile();
  return query
    .where("locale", "is not distinct from", seen.locale)
    .where("time_zone", "is not distinct from", seen.time_zone)
    .where("device", "is not distinct from", seen.device)
    .where("watched_until", "is not distinct from", seen.watched_until)
    .compile();
}
