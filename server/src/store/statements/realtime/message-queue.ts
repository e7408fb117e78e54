import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { type CompiledQuery, type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "../people/people.ts";
import type { LiveUpdateRow } from "./live-updates.ts";
import { isInAudience, sawThread } from "./message-recipients.ts";

/**
 * Emails and push notifications of live updates are queued alike: in a table with a row per person, and columns of the
 * live update for when the next people are queued, after which person, and how long after they could have seen it.
 */
const QUEUES = {
  emails: { table: "live_update_emails", at: "emails_at", cursor: "emails_cursor", after: "email_after_hours" },
  pushes: { table: "live_update_pushes", at: "pushes_at", cursor: "pushes_cursor", after: "push_after_minutes" },
} as const;

export type MessageQueue = keyof typeof QUEUES;
export type QueuedMessage<Queue extends MessageQueue = MessageQueue> = {
  emails: Selectable<Schema["live_update_emails"]>;
  pushes: Selectable<Schema["live_update_pushes"]>;
}[Queue];

const columnsOf = (queue: MessageQueue): (typeof QUEUES)[MessageQueue] => QUEUES[queue];

/** Live updates with people who are to be queued, longest due first. */
export function dueQueues(db: Db, queue: MessageQueue, now_ms: Millis, rows_max: number): Promise<LiveUpdateRow[]> {
  const { at } = columnsOf(queue);
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where(at, "is not", null)
    .where(at, "<=", now_ms)
    .orderBy(at)
    .orderBy("id")
    .limit(rows_max)
    .execute();
}

export async function countPending(db: Db, queue: MessageQueue, id: LiveUpdateId): Promise<number> {
  const { count } = await db
    .selectFrom(columnsOf(queue).table)
    .select((eb) => eb.fn.countAll().as("count"))
    .where("live_update_id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next reachable people of the audience who haven't seen the live update, by ID. */
export function nextRecipients(
  db: Db,
  queue: MessageQueue,
  row: LiveUpdateRow,
  audience: LiveUpdateAudience,
  { reachable, limit }: { readonly reachable: Expression<SqlBool>; readonly limit: number },
): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll("people")
    .where("people.app_id", "=", row.app_id)
    .where("people.id", ">", row[columnsOf(queue).cursor] ?? ("" as PersonId))
    .where(reachable)
    .where("people.merged_into", "is", null)
    .where(isInAudience(row.id, audience))
    .where(({ not }) => not(sawThread(row.resend_of ?? row.id)))
    .orderBy("people.id")
    .limit(limit)
    .execute();
}

/** Each person's message is due at `next_at`. */
export function insertQueued(
  db: Db,
  queue: MessageQueue,
  messages: readonly Pick<QueuedMessage, "live_update_id" | "person_id" | "next_at">[],
  now_ms: Millis,
): CompiledQuery {
  const fresh = { state: "pending", reason: null, attempts: 0, changed_at: now_ms } as const;
  return db
    .insertInto(columnsOf(queue).table)
    .values(messages.map((message) => ({ ...message, ...fresh })))
    .onConflict(keepExisting)
    .compile();
}

/** No row if another process queued them first. `last`: the last person who was queued. Undefined: all are. */
export function moveQueue(
  db: Db,
  queue: MessageQueue,
  row: LiveUpdateRow,
  last: PersonId | undefined,
  now_ms: Millis,
): CompiledQuery {
  const { at, cursor } = columnsOf(queue);
  const known = row[cursor];
  return db
    .updateTable("live_updates")
    .set({ [at]: last === undefined ? null : now_ms, [cursor]: last ?? null })
    .where("id", "=", row.id)
    .where(at, "is not", null)
    .where(cursor, known === null ? "is" : "=", known)
    .compile();
}

/** Of any app, longest due first. */
export function dueMessages<Queue extends MessageQueue>(
  db: Db,
  queue: Queue,
  now_ms: Millis,
  rows_max: number,
): Promise<QueuedMessage<Queue>[]> {
  const rows = db
    .selectFrom(columnsOf(queue).table)
    .selectAll()
    .where("state", "=", "pending")
    .where("next_at", "<=", now_ms)
    .orderBy("next_at")
    .orderBy("live_update_id")
    .orderBy("person_id")
    .limit(rows_max)
    .execute();
  // Cast: the rows of the queue's own table.
  return rows as Promise<QueuedMessage<Queue>[]>;
}

export type QueuedChange<Queue extends MessageQueue> = Partial<
  Pick<QueuedMessage<Queue>, "state" | "reason" | "attempts" | "next_at">
>;

/** No row if another process changed it, or its person was erased. */
export function changeQueued<Queue extends MessageQueue>(
  db: Db,
  queue: Queue,
  known: Pick<QueuedMessage, "live_update_id" | "person_id" | "state" | "attempts">,
  change: QueuedChange<Queue>,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable(columnsOf(queue).table)
    .set({ ...change, changed_at: now_ms })
    .where("live_update_id", "=", known.live_update_id)
    .where("person_id", "=", known.person_id)
    .where("state", "=", known.state)
    .where("attempts", "=", known.attempts)
    .compile();
}

/** Those that were being sent when a server stopped. */
export function failInterrupted(db: Db, queue: MessageQueue, claimed_before: Millis, now_ms: Millis): CompiledQuery {
  return db
    .updateTable(columnsOf(queue).table)
    .set({ state: "failed", reason: "interrupted", changed_at: now_ms })
    .where("state", "=", "claimed")
    .where("changed_at", "<", claimed_before)
    .compile();
}

export function queuedFor<Queue extends MessageQueue>(
  db: Db,
  queue: Queue,
  person_id: PersonId,
  ids: readonly LiveUpdateId[],
): Promise<QueuedMessage<Queue>[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const rows = db
    .selectFrom(columnsOf(queue).table)
    .selectAll()
    .where("person_id", "=", person_id)
    .where("live_update_id", "in", [...ids])
    .execute();
  // Cast: the rows of the queue's own table.
  return rows as Promise<QueuedMessage<Queue>[]>;
}

/** Newest live updates of the queue whose audience the person is in, by any of their targets or groups. */
export function liveUpdatesOfQueue(
  db: Db,
  queue: MessageQueue,
  about: { readonly app_id: AppId; readonly person_id: PersonId; readonly targets: readonly string[] },
  limit: number,
): Promise<LiveUpdateRow[]> {
  const { table, after } = columnsOf(queue);
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("app_id", "=", about.app_id)
    .where(after, "is not", null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("live_update_targets as target")
            .select("target.target")
            .whereRef("target.live_update_id", "=", "live_updates.id")
            .where("target.target", "in", [...about.targets]),
        ),
        exists(
          selectFrom(table)
            .select("person_id")
            .whereRef("live_update_id", "=", "live_updates.id")
            .where("person_id", "=", about.person_id),
        ),
      ]),
    )
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
}

export interface QueueCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
}

export async function queueCounts(
  db: Db,
  queue: MessageQueue,
  ids: readonly LiveUpdateId[],
): Promise<ReadonlyMap<LiveUpdateId, QueueCounts>> {
  if (ids.length === 0) return new Map();
  const count = (...states: QueuedMessage["state"][]) =>
    sql<number>`count(case when state in (${sql.join(states.map((state) => sql.lit(state)))}) then 1 end)`;
  const counted = await db
    .selectFrom(columnsOf(queue).table)
    .select(["live_update_id", count("pending", "claimed").as("waiting"), count("sent").as("sent")])
    .select([count("failed").as("failed"), count("skipped").as("skipped")])
    .where("live_update_id", "in", [...ids])
    .groupBy("live_update_id")
    .execute();
  return new Map(
    counted.map(({ live_update_id, waiting, sent, failed, skipped }) => [
      live_update_id,
      { waiting: Number(waiting), sent: Number(sent), failed: Number(failed), skipped: Number(skipped) },
    ]),
  );
}
