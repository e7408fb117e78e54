import type { AppId, SegmentId } from "@fanfare/contract/lib/ids";
import type { KnownAs } from "@fanfare/contract/schema/people/person";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { ownedInKeyOrder } from "../analytics/exports.ts";
import type { PersonRow } from "./people.ts";

export type PeopleColumn = "last_seen_at" | "first_seen_at" | "search_name" | "search_email";

export interface PeopleOrder {
  readonly by: PeopleColumn;
  readonly descending: boolean;
  /** Identity filter. Has an index by last seen. */
  readonly known?: KnownAs | undefined;
  /** Only people on this list. */
  readonly listed_on?: SegmentId | undefined;
  readonly after?: { readonly value: string | number; readonly id: string } | undefined;
}

/** Merged people are never listed. */
function listed(db: Db, app_id: AppId) {
  return db.selectFrom("people").where("app_id", "=", app_id).where("merged_into", "is", null);
}

/** Must equal the expression of the index `people_listed_by_known` for the index to be used. */
const knownAs = sql<KnownAs>`(case when external_id is null then 'anonymous' when verified = 1 then 'verified' else 'unverified' end)`;

/**
 * Returns one page in a total order, using the column's index. Lists sorted by name or email omit people without one.
 */
export function listPeople(db: Db, app_id: AppId, order: PeopleOrder, rows_max: number): Promise<PersonRow[]> {
  const direction = order.descending ? "desc" : "asc";
  const query = listed(db, app_id).selectAll().orderBy(order.by, direction).orderBy("id", direction).limit(rows_max);
  const narrowed = order.known === undefined ? query : query.where(knownAs, "=", order.known);
  const { listed_on } = order;
  const own =
    listed_on === undefined
      ? narrowed
      : narrowed.where("id", "in", (eb) =>
          eb
            .selectFrom("segment_people")
            .select("person_id")
            .where("segment_id", "=", listed_on)
            .where("segment_people.app_id", "=", app_id),
        );
  const named = order.by.startsWith("search_") ? own.where(order.by, "is not", null) : own;
  if (order.after === undefined) return named.execute();
  const { value, id } = order.after;
  const beyond = order.descending ? sql`<` : sql`>`;
  return named.where(sql<boolean>`(${sql.ref(order.by)}, id) ${beyond} (${value}, ${id})`).execute();
}

const SEARCHED = ["external_id", "anonymous_id", "search_name", "search_last_name", "search_email"] as const;
type Searched = (typeof SEARCHED)[number];

/** Prefix match as a range: text is compared bytewise, and U+10FFFF is the last character. */
function beginsWith(column: Searched, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}`;
}

function found(db: Db, app_id: AppId, column: Searched, text: { readonly typed: string; readonly lower: string }) {
  const is_id = column === "external_id" || column === "anonymous_id";
  return listed(db, app_id).where(beginsWith(column, is_id ? text.typed : text.lower));
}

/** People whose ID, name, last name, or email starts with a text. At most `rows_max` from each index. */
export async function searchPeople(
  db: Db,
  app_id: AppId,
  text: { readonly typed: string; readonly lower: string },
  rows_max: number,
): Promise<PersonRow[]> {
  const parts = await Promise.all(
    SEARCHED.map((column) => found(db, app_id, column, text).selectAll().orderBy(column).limit(rows_max).execute()),
  );
  return [...new Map(parts.flat().map((row) => [row.id, row])).values()];
}

/** Filter for a people export. Empty: everyone who is listed. */
export interface PeopleFilter {
  readonly text?: { readonly typed: string; readonly lower: string } | undefined;
  readonly known?: KnownAs | undefined;
}

/** Next people after `after` by ID, for exports of a filtered list. */
export function nextPeople(
  db: Db,
  app_id: AppId,
  { text, known }: PeopleFilter,
  after: string | undefined,
  rows_max: number,
): Promise<PersonRow[]> {
  const people =
    text === undefined
      ? db.selectFrom("people").where(ownedInKeyOrder(app_id)).where("merged_into", "is", null)
      : listed(db, app_id);
  let query = people.selectAll().orderBy("id").limit(rows_max);
  if (known !== undefined) query = query.where(knownAs, "=", known);
  if (text !== undefined) {
    query = query.where((eb) =>
      eb.or(SEARCHED.map((column) => beginsWith(column, column.endsWith("_id") ? text.typed : text.lower))),
    );
  }
  if (after !== undefined) query = query.where(sql<boolean>`id > ${after}`);
  return query.execute();
}

/** Counts the people that a search finds, up to `count_max`. */
export async function countFound(
  db: Db,
  app_id: AppId,
  text: { readonly typed: string; readonly lower: string },
  count_max: number,
): Promise<number> {
  // Shortcut: one index that reaches the maximum, or that is the only one with results, gives the count.
  const some: { readonly column: Searched; readonly count: number }[] = [];
  for (const column of SEARCHED) {
    const { count } = await db
      .selectFrom(found(db, app_id, column, text).select(sql`1`.as("one")).limit(count_max).as("some"))
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= count_max) return count_max;
    if (Number(count) > 0) some.push({ column, count: Number(count) });
  }
  const [only] = some;
  if (only === undefined || some.length === 1) return only?.count ?? 0;
  const parts = some.map(({ column }) => found(db, app_id, column, text).select("id"));
  const [first, ...others] = parts;
  if (first === undefined) return 0;
  const union = others.reduce<typeof first>((all, part) => all.union(part), first);
  const { count } = await db
    .selectFrom(union.as("somebody"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Math.min(Number(count), count_max);
}

export async function countPeople(db: Db, app_id: AppId, count_max: number, known?: KnownAs): Promise<number> {
  const all = listed(db, app_id).select("id").limit(count_max);
  const { count } = await db
    .selectFrom((known === undefined ? all : all.where(knownAs, "=", known)).as("some"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of an app's people on a list. */
export async function countListed(
  db: Db,
  { segment_id, app_id }: { readonly segment_id: SegmentId; readonly app_id: AppId },
  known?: KnownAs,
): Promise<number> {
  const all = db
    .selectFrom("segment_people")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("segment_people.segment_id", "=", segment_id)
    .where("segment_people.app_id", "=", app_id);
  const { count } = await (known === undefined
    ? all
    : all.innerJoin("people", "people.id", "segment_people.person_id").where(knownAs, "=", known)
  ).executeTakeFirstOrThrow();
  return Number(count);
}

/** Assumed rows per page of a PostgreSQL table without statistics. */
const ROWS_PER_PAGE = 20;

/** Estimates the number of people without counting. Includes other apps and merged people. */
export async function estimateRows({ db, dialect }: Pick<Store, "db" | "dialect">): Promise<number> {
  const query =
    dialect === "sqlite"
      ? sql<{ rows: number | null }>`select max(rowid) as rows from people`
      : sql<{ rows: number | null }>`
          select ((case when reltuples > 0 and relpages > 0 then reltuples / relpages else ${sql.lit(ROWS_PER_PAGE)} end)
            * (pg_relation_size(oid) / current_setting('block_size')::int))::bigint as rows
          from pg_class where oid = to_regclass('people')`;
  return Math.max(0, Number((await query.execute(db)).rows[0]?.rows ?? 0));
}

/** Uniform random sample of people of any app, about `rows_max`. */
export async function samplePeople(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  rows_total: number,
  places: readonly number[],
): Promise<PersonRow[]> {
  if (dialect === "sqlite") {
    const numbers = places.map((place) => 1 + Math.floor(place * rows_total));
    return db
      .selectFrom("people")
      .selectAll()
      .where(sql<boolean>`rowid in (${sql.join([...new Set(numbers)])})`)
      .execute();
  }
  const percent = Math.min(100, (places.length / Math.max(1, rows_total)) * 100);
  const rows = await sql<PersonRow>`select * from people tablesample bernoulli (${sql.lit(percent)})`.execute(db);
  return rows.rows;
}
