import type { LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { type CompiledQuery, type SqlBool, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import type { PersonRow } from "../people/people.ts";
import { type QueueCounts, queueCounts } from "./message-queue.ts";
import { type FactsRecipient, type FactsRow, type MessageFacts, messageFactsOf } from "./message-recipients.ts";

/** Verified people with an email attribute. */
export const hasEmail = sql<SqlBool>`people.verified = 1 and people.search_email is not null`;

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

export interface EmailCounts extends QueueCounts {
  readonly unsubscribed: number;
}

export async function emailCounts(
  db: Db,
  ids: readonly LiveUpdateId[],
): Promise<ReadonlyMap<LiveUpdateId, EmailCounts>> {
  if (ids.length === 0) return new Map();
  const [counted, unsubscribed] = await Promise.all([
    queueCounts(db, "emails", ids),
    db
      .selectFrom("email_unsubscribes")
      .select((eb) => ["live_update_id", eb.fn.countAll().as("people")])
      .where("live_update_id", "in", [...ids])
      .groupBy("live_update_id")
      .execute(),
  ]);
  const left = new Map(unsubscribed.map(({ live_update_id, people }) => [live_update_id, Number(people)]));
  return new Map([...counted].map(([id, counts]) => [id, { ...counts, unsubscribed: left.get(id) ?? 0 }]));
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
