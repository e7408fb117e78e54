import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "../people/people.ts";
import type { LiveUpdateRow } from "./live-updates.ts";
import { isInAudience, sawThread } from "./message-recipients.ts";

export type MessagePushRow = Selectable<Schema["live_update_pushes"]>;

/** Live updates with people whose notifications are to be queued, longest due first. */
export function duePushQueues(db: Db, now_ms: Millis, rows_max: number): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("pushes_at", "is not", null)
    .where("pushes_at", "<=", now_ms)
    .orderBy("pushes_at")
    .orderBy("id")
    .limit(rows_max)
    .execute();
}

export async function countPendingPushes(db: Db, id: LiveUpdateId): Promise<number> {
  const { count } = await db
    .selectFrom("live_update_pushes")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("live_update_id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next people of the audience with a subscribed browser who haven't seen the live update, by ID. */
export function nextPushRecipients(
  db: Db,
  row: Pick<LiveUpdateRow, "id" | "app_id" | "resend_of" | "pushes_cursor">,
  audience: LiveUpdateAudience,
  limit: number,
): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll("people")
    .where("people.app_id", "=", row.app_id)
    .where("people.id", ">", row.pushes_cursor ?? ("" as PersonId))
    .where("people.id", "in", (eb) =>
      eb
        .selectFrom("push_subscriptions")
        .select("push_subscriptions.person_id")
        .where("push_subscriptions.app_id", "=", row.app_id),
    )
    .where("people.merged_into", "is", null)
    .where(isInAudience(row.id, audience))
    .where(({ not }) => not(sawThread(row.resend_of ?? row.id)))
    .orderBy("people.id")
    .limit(limit)
    .execute();
}

export function insertMessagePushes(db: Db, rows: readonly MessagePushRow[]): CompiledQuery {
  return db
    .insertInto("live_update_pushes")
    .values([...rows])
    .onConflict(keepExisting)
    .compile();
}

/** No row if another process queued them first. */
export function movePushQueue(
  db: Db,
  { id, pushes_cursor }: Pick<LiveUpdateRow, "id" | "pushes_cursor">,
  next: Pick<LiveUpdateRow, "pushes_at" | "pushes_cursor">,
): CompiledQuery {
  return db
    .updateTable("live_updates")
    .set(next)
    .where("id", "=", id)
    .where("pushes_at", "is not", null)
    .where("pushes_cursor", pushes_cursor === null ? "is" : "=", pushes_cursor)
    .compile();
}

/** Of any app, longest due first. */
export function dueMessagePushes(db: Db, now_ms: Millis, rows_max: number): Promise<MessagePushRow[]> {
  return db
    .selectFrom("live_update_pushes")
    .selectAll()
    .where("state", "=", "pending")
    .where("next_at", "<=", now_ms)
    .orderBy("next_at")
    .orderBy("live_update_id")
    .orderBy("person_id")
    .limit(rows_max)
    .execute();
}

type Change = Partial<Pick<MessagePushRow, "state" | "reason" | "attempts" | "next_at">>;

/** No row if another process changed it, or its person was erased. */
export function changeMessagePush(
  db: Db,
  known: Pick<MessagePushRow, "live_update_id" | "person_id" | "state" | "attempts">,
  change: Change,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("live_update_pushes")
    .set({ ...change, changed_at: now_ms })
    .where("live_update_id", "=", known.live_update_id)
    .where("person_id", "=", known.person_id)
    .where("state", "=", known.state)
    .where("attempts", "=", known.attempts)
    .compile();
}

/** Those that were being sent when a server stopped. */
export function failInterruptedPushes(db: Db, claimed_before: Millis, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("live_update_pushes")
    .set({ state: "failed", reason: "interrupted", changed_at: now_ms })
    .where("state", "=", "claimed")
    .where("changed_at", "<", claimed_before)
    .compile();
}

/** The first click stays. No row if the notification wasn't sent. */
export function openMessagePush(
  db: Db,
  live_update_id: LiveUpdateId,
  person_id: PersonId,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("live_update_pushes")
    .set({ opened_at: now_ms })
    .where("live_update_id", "=", live_update_id)
    .where("person_id", "=", person_id)
    .where("opened_at", "is", null)
    .compile();
}

export function messagePushesOf(db: Db, person_id: PersonId, ids: readonly LiveUpdateId[]): Promise<MessagePushRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("live_update_pushes")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("live_update_id", "in", [...ids])
    .execute();
}

/** Newest live updates with a notification whose audience the person is in, by any of their targets or groups. */
export function pushedLiveUpdates(
  db: Db,
  about: { readonly app_id: AppId; readonly person_id: PersonId; readonly targets: readonly string[] },
  limit: number,
): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("app_id", "=", about.app_id)
    .where("push_after_minutes", "is not", null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("live_update_targets as target")
            .select("target.target")
            .whereRef("target.live_update_id", "=", "live_updates.id")
            .where("target.target", "in", [...about.targets]),
        ),
        exists(
          selectFrom("live_update_pushes as push")
            .select("push.person_id")
            .whereRef("push.live_update_id", "=", "live_updates.id")
            .where("push.person_id", "=", about.person_id),
        ),
      ]),
    )
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
}

export interface PushCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly opened: number;
}

export async function pushCounts(db: Db, ids: readonly LiveUpdateId[]): Promise<ReadonlyMap<LiveUpdateId, PushCounts>> {
  if (ids.length === 0) return new Map();
  const count = (...states: MessagePushRow["state"][]) =>
    sql<number>`count(case when state in (${sql.join(states.map((state) => sql.lit(state)))}) then 1 end)`;
  const counted = await db
    .selectFrom("live_update_pushes")
    .select(["live_update_id", count("pending", "claimed").as("waiting"), count("sent").as("sent")])
    .select([count("failed").as("failed"), count("skipped").as("skipped")])
    .select(({ fn }) => fn.count<number>("opened_at").as("opened"))
    .where("live_update_id", "in", [...ids])
    .groupBy("live_update_id")
    .execute();
  return new Map(
    counted.map(({ live_update_id, waiting, sent, failed, skipped, opened }) => [
      live_update_id,
      {
        ...{ waiting: Number(waiting), sent: Number(sent), failed: Number(failed) },
        ...{ skipped: Number(skipped), opened: Number(opened) },
      },
    ]),
  );
}

/** Moves an anonymous person's notifications to the identified person, who keeps their own. */
export function moveMessagePushes(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    db
      .deleteFrom("live_update_pushes")
      .where("person_id", "=", from)
      .where("live_update_id", "in", (eb) =>
        eb.selectFrom("live_update_pushes as other").select("other.live_update_id").where("other.person_id", "=", into),
      )
      .compile(),
    db.updateTable("live_update_pushes").set({ person_id: into }).where("person_id", "=", from).compile(),
  ];
}
