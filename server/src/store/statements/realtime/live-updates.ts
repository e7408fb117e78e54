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

/** Keeps those of live updates whose emails or notifications are still to be queued. */
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
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from("live_updates")
                  .select("live_updates.id")
                  .whereRef("live_updates.id", "=", "over.live_update_id")
                  .where(({ eb, or }) =>
                    or([eb("live_updates.emails_at", "is not", null), eb("live_updates.pushes_at", "is not", null)]),
                  ),
              ),
            ),
          )
          .limit(limit)
          .$asTuple("live_update_id", "target"),
      ),
    )
    .compile();
}

export function liveUpdateById(db: Db, app_id: AppId, id: LiveUpdateId): Promise<LiveUpdateRow | undefined> {
  return db.selectFrom("live_updates").selectAll().where("app_id", "=", app_id).where("id", "=", id).executeTakeFirst();
}

export function liveUpdatesById(db: Db, ids: readonly LiveUpdateId[]): Promise<LiveUpdateRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
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

/** Newest position by thread, for those of these threads that were sent again. */
export async function resentThreads(
  db: Db,
  threads: readonly LiveUpdateId[],
): Promise<ReadonlyMap<LiveUpdateId, number>> {
  if (threads.length === 0) return new Map();
  const rows = await db
    .selectFrom("live_updates")
    .select(({ fn }) => ["resend_of", fn.max("position").as("newest")])
    .where("resend_of", "in", [...threads])
    .groupBy("resend_of")
    .execute();
  return new Map(rows.flatMap(({ resend_of, newest }) => (resend_of === null ? [] : [[resend_of, Number(newest)]])));
}

/** People who saw a live update, or one of its resends. `thread`: ID of the first one. */
export async function peopleWhoSaw(db: Db, thread: LiveUpdateId): Promise<ReadonlySet<PersonId>> {
  const rows = await db
    .selectFrom("live_update_deliveries")
    .select("person_id")
    .distinct()
    .where("live_update_id", "in", (eb) =>
      eb
        .selectFrom("live_updates")
        .select("id")
        .where((where) => where.or([where("id", "=", thread), where("resend_of", "=", thread)])),
    )
    .where("seen_at", "is not", null)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
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

type TargetedParameters = readonly [app_id: AppId, now_ms: Millis, ...targets: readonly string[]];

/** Prepared reads by number of targets. Every page load uses one. */
const targeted_reads = new Map<number, (db: Db, ...parameters: TargetedParameters) => Promise<object[]>>();

function targetedRead(targets: number) {
  const read =
    targeted_reads.get(targets) ??
    prepared((db: Db, ...[app_id, now_ms, ...names]: TargetedParameters) =>
      db
        .selectFrom("live_update_targets")
        .select("live_update_id")
        .where("app_id", "=", app_id)
        .where("expires_at", ">", now_ms)
        .where("target", "in", names)
        .limit(sql.lit(1))
        .compile(),
    );
  targeted_reads.set(targets, read);
  return read;
}

/** Whether any of these targets has an unexpired live update. Costs a fraction of {@link pendingLiveUpdates}. */
export async function haveLiveUpdates(
  db: Db,
  { app_id, targets, now_ms }: Pick<Recipient, "app_id" | "targets" | "now_ms">,
): Promise<boolean> {
  return (await targetedRead(targets.length)(db, app_id, now_ms, ...targets)).length > 0;
}

export function pendingLiveUpdates(
  db: Db,
  { app_id, person_id, device, targets, now_ms }: Recipient,
  limit: number,
): Promise<LiveUpdateRow[]> {
  return pendingRead(targets.length, limit)(db, person_id, device, person_id, person_id, app_id, now_ms, ...targets);
}

type PendingParameters = readonly [
  person_id: PersonId,
  device: string,
  saw_this: PersonId,
  saw_another: PersonId,
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
  return prepared(
    (db: Db, ...[person_id, device, saw_this, saw_another, app_id, now_ms, ...targets]: PendingParameters) =>
      db
        .selectFrom("live_updates")
        .leftJoin("live_update_deliveries as delivery", (join) =>
          join
            .onRef("delivery.live_update_id", "=", "live_updates.id")
            .on("delivery.person_id", "=", person_id)
            .on("delivery.device", "=", sql<string>`case live_updates.devices when 'one' then '' else ${device} end`),
        )
        .selectAll("live_updates")
        .where(isNewestOfThread(saw_this))
        .where(isNewToPerson(saw_another))
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

/** One that was sent again goes only to other devices of people who saw it. */
function isNewestOfThread(person_id: PersonId) {
  return sql<boolean>`(not exists (
    select 1 from live_updates as newer
    where newer.resend_of = coalesce(live_updates.resend_of, live_updates.id) and newer.position > live_updates.position
  ) or exists (
    select 1 from live_update_deliveries as seen
    where seen.live_update_id = live_updates.id and seen.person_id = ${person_id} and seen.seen_at is not null
  ))`;
}

/** A resend doesn't go to people who saw the first one, or another resend. */
function isNewToPerson(person_id: PersonId) {
  return sql<boolean>`(live_updates.resend_of is null or not exists (
    select 1 from live_updates as other
    join live_update_deliveries as seen on seen.live_update_id = other.id
    where (other.id = live_updates.resend_of or other.resend_of = live_updates.resend_of)
      and other.id <> live_updates.id and seen.person_id = ${person_id} and seen.seen_at is not null
  ))`;
}
