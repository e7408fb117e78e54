import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import { prepared } from "../prepared.ts";

export type LiveUpdateRow = Selectable<Schema["live_updates"]>;
export type LiveUpdateTargetRow = Selectable<Schema["live_update_targets"]>;

/**
 * Assigns the app's next position. If two servers send at the same time, one insert fails as `unique` and is retried.
 */
export function insertLiveUpdate(db: Db, row: Omit<LiveUpdateRow, "position">): CompiledQuery {
  return db
    .insertInto("live_updates")
    .values((eb) => ({
      ...row,
      position: eb
        .selectFrom("live_updates as before")
        .select(sql<number>`coalesce(max(before.position), 0) + 1`.as("position"))
        .where("before.app_id", "=", row.app_id),
    }))
    .returning("position")
    .compile();
}

export function insertTargets(db: Db, rows: readonly LiveUpdateTargetRow[]): CompiledQuery {
  return db
    .insertInto("live_update_targets")
    .values([...rows])
    .onConflict(keepExisting)
    .compile();
}

export function deleteExpiredTargets(db: Db, now_ms: Millis, limit: number): CompiledQuery {
  return db
    .deleteFrom("live_update_targets")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("live_update_id", "target"),
        "in",
        selectFrom("live_update_targets as over")
          .select(["over.live_update_id", "over.target"])
          .where("over.expires_at", "<=", now_ms)
          .limit(limit)
          .$asTuple("live_update_id", "target"),
      ),
    )
    .compile();
}

export function liveUpdateById(db: Db, app_id: AppId, id: LiveUpdateId): Promise<LiveUpdateRow | undefined> {
  return db.selectFrom("live_updates").selectAll().where("app_id", "=", app_id).where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export function liveUpdatesOf(
  db: Db,
  { app_id, before, limit }: { app_id: AppId; before?: number | undefined; limit: number },
): Promise<LiveUpdateRow[]> {
  let query = db.selectFrom("live_updates").selectAll().where("app_id", "=", app_id);
  if (before !== undefined) query = query.where("position", "<", before);
  return query.orderBy("position", "desc").limit(limit).execute();
}

/** Unexpired live updates that wait for people's local times or quiet hours. */
export function timedLiveUpdates(db: Db, app_id: AppId, now_ms: Millis): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("timing", "is not", null)
    .where("expires_at", ">", now_ms)
    .orderBy("position")
    .execute();
}

export async function targetsOf(db: Db, live_update_id: LiveUpdateId): Promise<string[]> {
  const rows = await db
    .selectFrom("live_update_targets")
    .select("target")
    .where("live_update_id", "=", live_update_id)
    .execute();
  return rows.map(({ target }) => target);
}

export interface Recipient {
  readonly app_id: AppId;
  readonly person_id: PersonId;
  readonly device: string;
  readonly targets: readonly string[];
  readonly now_ms: Millis;
}

export function pendingLiveUpdates(
  db: Db,
  { app_id, person_id, device, targets, now_ms }: Recipient,
  limit: number,
): Promise<LiveUpdateRow[]> {
  return pendingRead(targets.length, limit)(db, person_id, device, app_id, now_ms, ...targets);
}

type PendingParameters = readonly [
  person_id: PersonId,
  device: string,
  app_id: AppId,
  now_ms: Millis,
  ...targets: readonly string[],
];
type PendingRead = (db: Db, ...parameters: PendingParameters) => Promise<LiveUpdateRow[]>;

/** Prepared reads by number of targets, which an identity token limits, and rows. Every page load uses one. */
const pending_reads = new Map<string, PendingRead>();

function pendingRead(targets: number, limit: number): PendingRead {
  const key = `${targets} ${limit}`;
  const read = pending_reads.get(key) ?? preparePendingRead(limit);
  pending_reads.set(key, read);
  return read;
}

function preparePendingRead(limit: number): PendingRead {
  return prepared((db: Db, ...[person_id, device, app_id, now_ms, ...targets]: PendingParameters) =>
    db
      .selectFrom("live_updates")
      .leftJoin("live_update_deliveries as delivery", (join) =>
        join
          .onRef("delivery.live_update_id", "=", "live_updates.id")
          .on("delivery.person_id", "=", person_id)
          .on("delivery.device", "=", sql<string>`case live_updates.devices when 'one' then '' else ${device} end`),
      )
      .selectAll("live_updates")
      .where("live_updates.id", "in", (eb) =>
        eb
          .selectFrom("live_update_targets as target")
          .select("target.live_update_id")
          .where("target.app_id", "=", app_id)
          .where("target.expires_at", ">", now_ms)
          .where("target.target", "in", targets),
      )
      .where(
        sql<boolean>`(delivery.state is null or delivery.state in ('queued', 'sent', 'delivered') or (delivery.state = 'seen' and live_updates.require_ack = 1))`,
      )
      .orderBy("live_updates.position")
      .limit(sql.lit(limit))
      .compile(),
  );
}
