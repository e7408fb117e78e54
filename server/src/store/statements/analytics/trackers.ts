import type { AppId, TrackerId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type TrackerRow = Selectable<Schema["trackers"]>;

export function trackersOf(db: Db, app_id: AppId): Promise<TrackerRow[]> {
  return db
    .selectFrom("trackers")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("archived_at", "is", null)
    .orderBy("name")
    .execute();
}

/** What pages of the app get, by ID. */
export async function liveTrackers(db: Db, app_id: AppId): Promise<readonly JsonText[]> {
  const rows = await db
    .selectFrom("trackers")
    .select("live")
    .where("app_id", "=", app_id)
    .where("archived_at", "is", null)
    .where("paused_at", "is", null)
    .where("live", "is not", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ live }) => live ?? []);
}

/** No row if it was changed since `revision`, or deleted. */
export function updateTracker(
  db: Db,
  { app_id, id, revision }: Pick<TrackerRow, "app_id" | "id" | "revision">,
  change: Partial<Omit<TrackerRow, "id" | "app_id" | "created_at" | "archived_at">>,
): CompiledQuery {
  return db
    .updateTable("trackers")
    .set(change)
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("archived_at", "is", null)
    .compile();
}

/** No row if it isn't live. */
export function pauseTracker(db: Db, app_id: AppId, id: TrackerId, paused_at: Millis): CompiledQuery {
  return db
    .updateTable("trackers")
    .set({ paused_at })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .where("live", "is not", null)
    .where("paused_at", "is", null)
    .compile();
}

/** Deletes a tracker, or restores it with null. No row if it already has that state. */
export function archiveTracker(db: Db, app_id: AppId, id: TrackerId, archived_at: Millis | null): CompiledQuery {
  return db
    .updateTable("trackers")
    .set({ archived_at })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}

export interface EventUse {
  readonly name: string;
  readonly events: number;
  readonly last_seen_at: Millis | null;
}

/** Counts events by name since that day, with the time of the last one that is still stored. */
export async function eventUses(
  db: Db,
  app_id: AppId,
  names: readonly string[],
  since: Millis,
): Promise<readonly EventUse[]> {
  const [counts, ...last] = await Promise.all([
    db
      .selectFrom("event_rollups")
      .select(({ fn }) => ["name", fn.sum<number>("events").as("events")])
      .where("app_id", "=", app_id)
      .where("day", ">=", since)
      .where("name", "in", [...names])
      .groupBy("name")
      .execute(),
    // The newest row of each name is the end of its index: a maximum of all names at once would read every event.
    ...names.map((name) => lastEvent(db, app_id, name)),
  ]);
  const events = new Map(counts.map((each) => [each.name, each.events]));
  return names.map((name, index) => ({
    ...{ name, events: events.get(name) ?? 0, last_seen_at: last[index]?.received_at ?? null },
  }));
}

export function lastEvent(db: Db, app_id: AppId, name: string): Promise<{ received_at: Millis } | undefined> {
  return db
    .selectFrom("events")
    .select("received_at")
    .where("app_id", "=", app_id)
    .where("name", "=", name)
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();
}
