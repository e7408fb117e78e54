import type { AppId, ContentId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { LiveUpdateRow } from "./live-updates.ts";
export type FeedReadRow = Selectable<Schema["feed_reads"]>;

export async function feedReadsOf(db: Db, person_id: PersonId): Promise<ReadonlyMap<string, Millis>> {
  const rows = await db
    .selectFrom("feed_reads")
    .select(["item", "read_at"])
    .where("person_id", "=", person_id)
    .execute();
  return new Map(rows.map(({ item, read_at }) => [item, read_at]));
}

/** Only the first read is stored. */
export function insertFeedReads(db: Db, rows: readonly FeedReadRow[]): CompiledQuery {
  return db
    .insertInto("feed_reads")
    .values([...rows])
    .onConflict(keepExisting)
    .compile();
}

/** Moves an anonymous person's read items to the identified person. */
export function moveFeedReads(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    db
      .deleteFrom("feed_reads")
      .where("person_id", "=", from)
      .where("item", "in", (eb) =>
        eb.selectFrom("feed_reads as other").select("other.item").where("other.person_id", "=", into),
      )
      .compile(),
    db.updateTable("feed_reads").set({ person_id: into }).where("person_id", "=", from).compile(),
  ];
}

export async function publishedSince(
  db: Db,
  app_id: AppId,
  ids: readonly ContentId[],
): Promise<ReadonlyMap<ContentId, Millis>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("publications")
    .select(["content_id", "published_at"])
    .where("app_id", "=", app_id)
    .where("content_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ content_id, published_at }) => [content_id, published_at]));
}

/** Unexpired live updates for any of these targets, in any delivery state, newest first. */
export function liveUpdatesFor(
  db: Db,
  about: { readonly app_id: AppId; readonly targets: readonly string[]; readonly now_ms: Millis },
  limit: number,
): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("id", "in", (eb) =>
      eb
        .selectFrom("live_update_targets as target")
        .select("target.live_update_id")
        .where("target.app_id", "=", about.app_id)
        .where("target.target", "in", [...about.targets])
        .where("target.expires_at", ">", about.now_ms),
    )
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
}

/** When this person acted on or dismissed these live updates or their resends, on any device, by the first one's ID. */
export async function settledBy(
  db: Db,
  person_id: PersonId,
  firsts: readonly LiveUpdateId[],
): Promise<ReadonlyMap<string, Millis>> {
  if (firsts.length === 0) return new Map();
  const rows = await db
    .selectFrom("live_update_deliveries as delivery")
    .innerJoin("live_updates", "live_updates.id", "delivery.live_update_id")
    .select((eb) => ["delivery.ended_at", eb.fn.coalesce("live_updates.resend_of", "live_updates.id").as("first")])
    .where((eb) => eb.or([eb("live_updates.id", "in", [...firsts]), eb("live_updates.resend_of", "in", [...firsts])]))
    .where("delivery.person_id", "=", person_id)
    .where("delivery.state", "in", ["acted", "dismissed"])
    .execute();
  return new Map(rows.flatMap(({ first, ended_at }) => (ended_at === null ? [] : [[first, ended_at]])));
}
