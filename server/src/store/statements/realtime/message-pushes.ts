import type { AppId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type SqlBool, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { type QueueCounts, queueCounts } from "./message-queue.ts";

/** People with a subscribed browser. */
export const hasDevice = (app_id: AppId) => sql<SqlBool>`people.id in (
  select push_subscriptions.person_id from push_subscriptions where push_subscriptions.app_id = ${app_id}
)`;

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

export interface PushCounts extends QueueCounts {
  readonly opened: number;
}

export async function pushCounts(db: Db, ids: readonly LiveUpdateId[]): Promise<ReadonlyMap<LiveUpdateId, PushCounts>> {
  if (ids.length === 0) return new Map();
  const [counted, opened] = await Promise.all([
    queueCounts(db, "pushes", ids),
    db
      .selectFrom("live_update_pushes")
      .select((eb) => ["live_update_id", eb.fn.count("opened_at").as("people")])
      .where("live_update_id", "in", [...ids])
      .groupBy("live_update_id")
      .execute(),
  ]);
  const clicks = new Map(opened.map(({ live_update_id, people }) => [live_update_id, Number(people)]));
  return new Map([...counted].map(([id, counts]) => [id, { ...counts, opened: clicks.get(id) ?? 0 }]));
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
