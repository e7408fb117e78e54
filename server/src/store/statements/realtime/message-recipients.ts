import type { LiveUpdateId } from "@fanfare/contract/lib/ids";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { LiveUpdateRow, Recipient } from "./live-updates.ts";

/** Whether a person is in the audience. */
export function isInAudience(id: LiveUpdateId, audience: LiveUpdateAudience): Expression<SqlBool> {
  switch (audience.kind) {
    case "everyone":
      return sql<SqlBool>`1 = 1`;
    case "people":
      return audience.external_ids.length === 0
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`(
            people.external_id in (${sql.join(audience.external_ids)}) or
            people.anonymous_id in (${sql.join(audience.external_ids)})
          )`;
    case "segment":
      return sql<SqlBool>`exists (
        select 1 from live_update_targets as target
        where target.live_update_id = ${id} and target.target = 'person:' || people.id
      )`;
    case "groups":
      return sql<SqlBool>`exists (
        select 1 from memberships join groups on groups.id = memberships.group_id
        where memberships.person_id = people.id and groups.external_id in (${sql.join(audience.groups)})
      )`;
  }
}

/** On a page or in the feed, in this live update or in one of its resends. */
export const sawThread = (thread: LiveUpdateId) => sql<SqlBool>`(exists (
  select 1 from live_updates as shown
  join live_update_deliveries as seen on seen.live_update_id = shown.id
  where (shown.id = ${thread} or shown.resend_of = ${thread}) and seen.person_id = people.id and seen.seen_at is not null
) or exists (
  select 1 from live_updates as shown
  join feed_reads on feed_reads.item = shown.id
  where (shown.id = ${thread} or shown.resend_of = ${thread}) and feed_reads.person_id = people.id
))`;

export interface MessageFacts {
  readonly seen: boolean;
  readonly replaced: boolean;
  /** Until when the person paused non-urgent live updates. */
  readonly paused_until: Millis | null;
}

export type FactsRow = Pick<LiveUpdateRow, "id" | "app_id" | "resend_of" | "position" | "collapse_key">;
/** `targets`: those that the person belongs to. */
export type FactsRecipient = Pick<Recipient, "person_id" | "targets" | "now_ms">;

/** What decides whether a person still needs a live update outside of their pages. */
export async function messageFactsOf(
  db: Db,
  row: FactsRow,
  { person_id, targets, now_ms }: FactsRecipient,
): Promise<MessageFacts> {
  const { collapse_key } = row;
  const replaced =
    collapse_key === null
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`exists (
          select 1 from live_updates as newer
          join live_update_targets as target on target.live_update_id = newer.id
          where newer.app_id = ${row.app_id} and newer.collapse_key = ${collapse_key}
            and newer.position > ${row.position} and target.target in (${sql.join(targets)})
        )`;
  const facts = await db
    .selectFrom("people")
    .select([
      sql<number>`case when ${sawThread(row.resend_of ?? row.id)} then 1 else 0 end`.as("seen"),
      sql<number>`case when ${replaced} then 1 else 0 end`.as("replaced"),
    ])
    .select((eb) =>
      eb
        .selectFrom("suppressions")
        .select("suppressions.expires_at")
        .where("suppressions.person_id", "=", person_id)
        .where("suppressions.scope", "=", "live_updates")
        .where("suppressions.expires_at", ">", now_ms)
        .orderBy("suppressions.expires_at", "desc")
        .limit(1)
        .as("paused_until"),
    )
    .where("people.id", "=", person_id)
    .executeTakeFirst();
  return {
    seen: Number(facts?.seen ?? 0) === 1,
    replaced: Number(facts?.replaced ?? 0) === 1,
    paused_until: facts?.paused_until ?? null,
  };
}
