import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "../people/people.ts";
import type { LiveUpdateRow } from "./live-updates.ts";
import {
  type FactsRecipient,
  type FactsRow,
  isInAudience,
  type MessageFacts,
  messageFactsOf,
  sawThread,
} from "./message-recipients.ts";

export type MessageEmailRow = Selectable<Schema["live_update_emails"]>;

/** Live updates with people whose emails are to be queued, longest due first. */
export function dueEmailQueues(db: Db, now_ms: Millis, rows_max: number): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("emails_at", "is not", null)
    .where("emails_at", "<=", now_ms)
    .orderBy("emails_at")
    .orderBy("id")
    .limit(rows_max)
    .execute();
}

export async function countPendingEmails(db: Db, id: LiveUpdateId): Promise<number> {
  const { count } = await db
    .selectFrom("live_update_emails")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("live_update_id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next verified people of the audience with an email attribute who haven't seen the live update, by ID. */
export function nextEmailRecipients(
  db: Db,
  row: Pick<LiveUpdateRow, "id" | "app_id" | "resend_of" | "emails_cursor">,
  audience: LiveUpdateAudience,
  limit: number,
): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll("people")
    .where("people.app_id", "=", row.app_id)
    .where("people.id", ">", row.emails_cursor ?? ("" as PersonId))
    .where("people.verified", "=", sql.lit(1))
    .where("people.search_email", "is not", null)
    .where("people.merged_into", "is", null)
    .where(isInAudience(row.id, audience))
    .where(({ not }) => not(sawThread(row.resend_of ?? row.id)))
    .orderBy("people.id")
    .limit(limit)
    .execute();
}

export function insertMessageEmails(db: Db, rows: readonly MessageEmailRow[]): CompiledQuery {
  return db
    .insertInto("live_update_emails")
    .values([...rows])
    .onConflict(keepExisting)
    .compile();
}

/** No row if another process queued them first. */
export function moveEmailQueue(
  db: Db,
  { id, emails_cursor }: Pick<LiveUpdateRow, "id" | "emails_cursor">,
  next: Pick<LiveUpdateRow, "emails_at" | "emails_cursor">,
): CompiledQuery {
  return db
    .updateTable("live_updates")
    .set(next)
    .where("id", "=", id)
    .where("emails_at", "is not", null)
    .where("emails_cursor", emails_cursor === null ? "is" : "=", emails_cursor)
    .compile();
}

/** Of any app, longest due first. */
export function dueMessageEmails(db: Db, now_ms: Millis, rows_max: number): Promise<MessageEmailRow[]> {
  return db
    .selectFrom("live_update_emails")
    .selectAll()
    .where("state", "=", "pending")
    .where("next_at", "<=", now_ms)
    .orderBy("next_at")
    .orderBy("live_update_id")
    .orderBy("person_id")
    .limit(rows_max)
    .execute();
}

type Change = Partial<Pick<MessageEmailRow, "state" | "reason" | "attempts" | "next_at">>;

/** No row if another process changed it, or its person was erased. */
export function changeMessageEmail(
  db: Db,
  known: Pick<MessageEmailRow, "live_update_id" | "person_id" | "state" | "attempts">,
  change: Change,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("live_update_emails")
    .set({ ...change, changed_at: now_ms })
    .where("live_update_id", "=", known.live_update_id)
    .where("person_id", "=", known.person_id)
    .where("state", "=", known.state)
    .where("attempts", "=", known.attempts)
    .compile();
}

/** Those that failed since, and those that wait for another attempt. A live update's emails end soon after it expires. */
export async function countFailingEmails(db: Db, since: Millis): Promise<number> {
  const { count } = await db
    .selectFrom("live_update_emails")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("live_update_id", "in", (eb) =>
      eb
        .selectFrom("live_updates")
        .select("live_updates.id")
        .where("email_after_hours", "is not", null)
        .where("expires_at", ">", since - DAY_MS),
    )
    .where("changed_at", ">", since)
    .where(({ eb, or, and }) =>
      or([eb("state", "=", "failed"), and([eb("state", "=", "pending"), eb("reason", "is not", null)])]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those that were being sent when a server stopped. */
export function failInterruptedEmails(db: Db, claimed_before: Millis, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("live_update_emails")
    .set({ state: "failed", reason: "interrupted", changed_at: now_ms })
    .where("state", "=", "claimed")
    .where("changed_at", "<", claimed_before)
    .compile();
}

export interface EmailFacts extends MessageFacts {
  readonly unsubscribed_at: Millis | null;
}

/** What decides whether a person still gets the email. */
export async function emailFactsOf(db: Db, row: FactsRow, recipient: FactsRecipient): Promise<EmailFacts> {
  const [facts, unsubscribed_at] = await Promise.all([
    messageFactsOf(db, row, recipient),
    unsubscribedAt(db, recipient.person_id),
  ]);
  return { ...facts, unsubscribed_at };
}

export function messageEmailsOf(db: Db, person_id: PersonId, ids: readonly LiveUpdateId[]): Promise<MessageEmailRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("live_update_emails")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("live_update_id", "in", [...ids])
    .execute();
}

/** Newest live updates with an email whose audience the person is in, by any of their targets or groups. */
export function emailedLiveUpdates(
  db: Db,
  about: { readonly app_id: AppId; readonly person_id: PersonId; readonly targets: readonly string[] },
  limit: number,
): Promise<LiveUpdateRow[]> {
  return db
    .selectFrom("live_updates")
    .selectAll()
    .where("app_id", "=", about.app_id)
    .where("email_after_hours", "is not", null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("live_update_targets as target")
            .select("target.target")
            .whereRef("target.live_update_id", "=", "live_updates.id")
            .where("target.target", "in", [...about.targets]),
        ),
        exists(
          selectFrom("live_update_emails as email")
            .select("email.person_id")
            .whereRef("email.live_update_id", "=", "live_updates.id")
            .where("email.person_id", "=", about.person_id),
        ),
      ]),
    )
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
}

export interface EmailCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly unsubscribed: number;
}

export async function emailCounts(
  db: Db,
  ids: readonly LiveUpdateId[],
): Promise<ReadonlyMap<LiveUpdateId, EmailCounts>> {
  if (ids.length === 0) return new Map();
  const count = (...states: MessageEmailRow["state"][]) =>
    sql<number>`count(case when state in (${sql.join(states.map((state) => sql.lit(state)))}) then 1 end)`;
  const [counted, unsubscribed] = await Promise.all([
    db
      .selectFrom("live_update_emails")
      .select(["live_update_id", count("pending", "claimed").as("waiting"), count("sent").as("sent")])
      .select([count("failed").as("failed"), count("skipped").as("skipped")])
      .where("live_update_id", "in", [...ids])
      .groupBy("live_update_id")
      .execute(),
    db
      .selectFrom("email_unsubscribes")
      .select((eb) => ["live_update_id", eb.fn.countAll().as("people")])
      .where("live_update_id", "in", [...ids])
      .groupBy("live_update_id")
      .execute(),
  ]);
  const left = new Map(unsubscribed.map(({ live_update_id, people }) => [live_update_id, Number(people)]));
  return new Map(
    counted.map(({ live_update_id, waiting, sent, failed, skipped }) => [
      live_update_id,
      {
        ...{ waiting: Number(waiting), sent: Number(sent), failed: Number(failed), skipped: Number(skipped) },
        unsubscribed: left.get(live_update_id) ?? 0,
      },
    ]),
  );
}

export async function unsubscribedAt(db: Db, person_id: PersonId): Promise<Millis | null> {
  const row = await db
    .selectFrom("email_unsubscribes")
    .select("created_at")
    .where("person_id", "=", person_id)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The first choice stays. No row if the person was erased. */
export function insertUnsubscribe(
  db: Db,
  person_id: PersonId,
  live_update_id: LiveUpdateId,
  now_ms: Millis,
): CompiledQuery {
  return db
    .insertInto("email_unsubscribes")
    .columns(["person_id", "live_update_id", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("people")
        .select([
          "people.id as person_id",
          eb
            .selectFrom("live_updates")
            .select("live_updates.id")
            .where("live_updates.id", "=", live_update_id)
            .as("live_update_id"),
          sql<Millis>`cast(${now_ms} as bigint)`.as("created_at"),
        ])
        .where("people.id", "=", person_id),
    )
    .onConflict(keepExisting)
    .compile();
}

export function deleteUnsubscribe(db: Db, person_id: PersonId): CompiledQuery {
  return db.deleteFrom("email_unsubscribes").where("person_id", "=", person_id).compile();
}

/** What the page of a person's link needs to know about them. */
export function emailPersonById(
  db: Db,
  person_id: PersonId,
): Promise<Pick<PersonRow, "id" | "app_id" | "locale"> | undefined> {
  return db.selectFrom("people").select(["id", "app_id", "locale"]).where("id", "=", person_id).executeTakeFirst();
}
