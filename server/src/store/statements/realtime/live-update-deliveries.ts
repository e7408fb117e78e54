import type { VariantId } from "@fanfare/contract/content/experiment";
import type { AppId, GoalId, LiveUpdateId, PersonId } from "@fanfare/contract/lib/ids";
import { DELIVERY_STATES, type DeliveryState } from "@fanfare/contract/realtime/live-update";
import { type CompiledQuery, type Expression, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type DeliveryRow = Selectable<Schema["live_update_deliveries"]>;

/** Order of `DELIVERY_STATES` in SQL. A later report of a weaker state changes nothing. */
function stateRank(state: Expression<DeliveryState> | ReturnType<typeof sql.ref>) {
  const cases = DELIVERY_STATES.map((each, strength) => sql`when ${sql.lit(each)} then ${sql.lit(strength)}`);
  return sql<number>`case ${state} ${sql.join(cases, sql` `)} end`;
}

/**
 * Claims live updates for a device and returns the IDs it got. Another device's claim is taken over only if it's older
 * than `stale_before` and the live update wasn't shown.
 */
export function claimDeliveries(db: Db, rows: readonly DeliveryRow[], stale_before: Millis): CompiledQuery {
  return db
    .insertInto("live_update_deliveries")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(["live_update_id", "person_id", "device"])
        .doUpdateSet(({ ref }) => ({ claimed_by: ref("excluded.claimed_by"), claimed_at: ref("excluded.claimed_at") }))
        .where(({ eb, or, and, ref }) =>
          or([
            eb("live_update_deliveries.claimed_by", "=", ref("excluded.claimed_by")),
            and([
              eb("live_update_deliveries.claimed_at", "<", stale_before),
              eb("live_update_deliveries.state", "in", ["queued", "sent", "delivered"]),
            ]),
          ]),
        ),
    )
    .returning("live_update_id")
    .compile();
}

/** Changes a delivery to a stronger state. */
const STRONGER = {
  state: sql<DeliveryState>`excluded.state`,
  delivered_at: sql<number | null>`coalesce(live_update_deliveries.delivered_at, excluded.delivered_at)`,
  seen_at: sql<number | null>`coalesce(live_update_deliveries.seen_at, excluded.seen_at)`,
  ended_at: sql<number | null>`coalesce(excluded.ended_at, live_update_deliveries.ended_at)`,
};

/** State of a delivery, reported by a page or inferred by the server. */
export interface DeliveryReport {
  readonly app_id: AppId;
  readonly live_update_id: LiveUpdateId;
  readonly person_id: PersonId;
  readonly device: string;
  readonly state: Exclude<DeliveryState, "queued" | "sent">;
  readonly at: Millis;
}

/** Keeps the stronger state. No row if the app has no such live update. */
export function recordDelivery(db: Db, note: DeliveryReport): CompiledQuery {
  const { app_id, live_update_id, person_id, device, state, at } = note;
  const seen = state === "seen" || state === "acted" || state === "dismissed";
  const delivered = seen || state === "delivered";
  const ended = state !== "delivered" && state !== "seen";
  return db
    .insertInto("live_update_deliveries")
    .columns([
      "live_update_id",
      "person_id",
      "device",
      "state",
      "claimed_by",
      "claimed_at",
      "delivered_at",
      "seen_at",
      "ended_at",
    ])
    .expression((eb) =>
      eb
        .selectFrom("live_updates")
        .select([
          "id",
          sql<PersonId>`cast(${person_id} as text)`.as("person_id"),
          sql<string>`case devices when 'one' then '' else cast(${device} as text) end`.as("device"),
          sql<DeliveryState>`cast(${state} as text)`.as("state"),
          sql<string>`cast(${device} as text)`.as("claimed_by"),
          sql<Millis>`cast(${at} as bigint)`.as("claimed_at"),
          sql<number | null>`cast(${delivered ? at : null} as bigint)`.as("delivered_at"),
          sql<number | null>`cast(${seen ? at : null} as bigint)`.as("seen_at"),
          sql<number | null>`cast(${ended ? at : null} as bigint)`.as("ended_at"),
        ])
        .where("app_id", "=", app_id)
        .where("id", "=", live_update_id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["live_update_id", "person_id", "device"])
        .doUpdateSet(STRONGER)
        .where(stateRank(sql.ref("excluded.state")), ">", stateRank(sql.ref("live_update_deliveries.state"))),
    )
    .compile();
}

export interface DeliveryCountsRow {
  readonly live_update_id: LiveUpdateId;
  readonly rows: number;
  readonly people: number;
  readonly delivered: number;
  readonly seen: number;
  readonly acted: number;
  readonly dismissed: number;
  readonly collapsed: number;
  /** Claimed by a page that hasn't reported it as shown. */
  readonly open: number;
}

export function deliveryCounts(db: Db, ids: readonly LiveUpdateId[]): Promise<DeliveryCountsRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const count = (...states: DeliveryState[]) =>
    sql<number>`count(case when state in (${sql.join(states.map((state) => sql.lit(state)))}) then 1 end)`;
  return db
    .selectFrom("live_update_deliveries")
    .select(({ fn }) => [
      "live_update_id",
      fn.countAll<number>().as("rows"),
      fn.count<number>("person_id").distinct().as("people"),
      fn.count<number>("delivered_at").as("delivered"),
      fn.count<number>("seen_at").as("seen"),
      count("acted").as("acted"),
      count("dismissed").as("dismissed"),
      count("collapsed").as("collapsed"),
      count("sent", "delivered").as("open"),
    ])
    .where("live_update_id", "in", [...ids])
    .groupBy("live_update_id")
    .execute();
}

export interface FurthestStateRow {
  readonly live_update_id: LiveUpdateId;
  readonly state: DeliveryState;
  readonly people: number;
}

/** People by the furthest state on any of their devices, so that each counts once. */
export async function furthestStates(db: Db, ids: readonly LiveUpdateId[]): Promise<readonly FurthestStateRow[]> {
  if (ids.length === 0) return [];
  const furthest = db
    .selectFrom("live_update_deliveries")
    .select(["live_update_id", "person_id", sql<number>`max(${stateRank(sql.ref("state"))})`.as("strength")])
    .where("live_update_id", "in", [...ids])
    .groupBy(["live_update_id", "person_id"]);
  const rows = await db
    .selectFrom(furthest.as("furthest"))
    .select(({ fn }) => ["live_update_id", "strength", fn.countAll<number>().as("people")])
    .groupBy(["live_update_id", "strength"])
    .execute();
  return rows.flatMap(({ live_update_id, strength, people }) => {
    const state = DELIVERY_STATES[Number(strength)];
    return state === undefined ? [] : [{ live_update_id, state, people: Number(people) }];
  });
}

/**
 * By live update: people of its audience who can't get it now, because they aren't verified or were merged
 * (`isUndeliverable`), and didn't get it before.
 */
export async function undeliverableCounts(
  db: Db,
  ids: readonly LiveUpdateId[],
  now_ms: Millis,
): Promise<ReadonlyMap<LiveUpdateId, number>> {
  if (ids.length === 0) return new Map();
  const waiting = (join: Expression<boolean>, unreachable: Expression<boolean>) =>
    db
      .selectFrom("live_update_targets as target")
      .innerJoin("people", (on) => on.onRef("people.app_id", "=", "target.app_id").on(join))
      .select(({ fn }) => ["target.live_update_id", fn.countAll<number>().as("people")])
      .where("target.live_update_id", "in", [...ids])
      .where("target.expires_at", ">", now_ms)
      .where(unreachable)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("live_update_deliveries as delivery")
              .select("delivery.person_id")
              .whereRef("delivery.live_update_id", "=", "target.live_update_id")
              .whereRef("delivery.person_id", "=", "people.id"),
          ),
        ),
      )
      .groupBy("target.live_update_id")
      .execute();
  const unverified = sql<boolean>`people.external_id is not null and people.verified = 0`;
  const merged = sql<boolean>`people.merged_into is not null`;
  const found = await Promise.all([
    waiting(sql<boolean>`people.external_id = ${nameIn("name:")}`, unverified),
    waiting(sql<boolean>`people.anonymous_id = ${nameIn("name:")}`, merged),
    waiting(sql<boolean>`people.id = ${nameIn("person:")}`, sql<boolean>`(${unverified} or ${merged})`),
  ]);
  const counts = new Map<LiveUpdateId, number>();
  for (const { live_update_id, people } of found.flat()) {
    counts.set(live_update_id, (counts.get(live_update_id) ?? 0) + Number(people));
  }
  return counts;
}

/** The ID in a target with this prefix (delivery-targets.ts), or null. */
const nameIn = (prefix: string) =>
  sql`case when target.target like ${sql.lit(`${prefix}%`)} then substr(target.target, ${sql.lit(prefix.length + 1)}) end`;

/** The variants that a person got of these live updates. */
export async function variantsOf(
  db: Db,
  person_id: PersonId,
  ids: readonly LiveUpdateId[],
): Promise<ReadonlyMap<LiveUpdateId, VariantId>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("live_update_deliveries")
    .select(["live_update_id", "variant"])
    .where("person_id", "=", person_id)
    .where("live_update_id", "in", [...ids])
    .where("variant", "is not", null)
    .orderBy("claimed_at", "desc")
    .execute();
  // The first one stays.
  return new Map(rows.flatMap(({ live_update_id, variant }) => (variant === null ? [] : [[live_update_id, variant]])));
}

/** People per variant of a live update, each once. `completed`: after they saw it. */
export function variantCounts(db: Db, id: LiveUpdateId, goal_id: GoalId | null) {
  return db
    .with("recipients", (eb) =>
      eb
        .selectFrom("live_update_deliveries")
        .select(({ fn }) => ["person_id", fn.min("variant").as("variant"), fn.min("seen_at").as("seen_at")])
        .select(sql<number>`max(case when state = 'acted' then 1 else 0 end)`.as("acted"))
        .where("live_update_id", "=", id)
        .where("variant", "is not", null)
        .groupBy("person_id"),
    )
    .selectFrom("recipients")
    .leftJoin("milestones", (join) =>
      join
        .onRef("milestones.person_id", "=", "recipients.person_id")
        .on("milestones.goal_id", "=", goal_id)
        .onRef("milestones.reached_at", ">=", "recipients.seen_at"),
    )
    .select(({ fn }) => [
      "recipients.variant",
      fn.countAll<number>().as("sent"),
      fn.count<number>("recipients.seen_at").as("seen"),
      fn.sum<number>("recipients.acted").as("acted"),
      fn.count<number>("milestones.reached_at").as("completed"),
    ])
    .groupBy("recipients.variant")
    .execute();
}

/** Moves an anonymous person's deliveries to the identified person. Of two, the stronger state is kept. */
export function moveDeliveries(db: Db, from: PersonId, into: PersonId): readonly CompiledQuery[] {
  return [
    db
      .insertInto("live_update_deliveries")
      .columns(["person_id", ...COLUMNS])
      .expression((eb) =>
        eb
          .selectFrom("live_update_deliveries as past")
          .select([sql<PersonId>`cast(${into} as text)`.as("person_id"), ...COLUMNS])
          .where("past.person_id", "=", from),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["live_update_id", "person_id", "device"])
          .doUpdateSet(STRONGER)
          .where(stateRank(sql.ref("excluded.state")), ">", stateRank(sql.ref("live_update_deliveries.state"))),
      )
      .compile(),
    db.deleteFrom("live_update_deliveries").where("person_id", "=", from).compile(),
  ];
}
const COLUMNS = [
  ...(["live_update_id", "device", "state", "claimed_by", "claimed_at"] as const),
  ...(["delivered_at", "seen_at", "ended_at", "variant"] as const),
] as const;
