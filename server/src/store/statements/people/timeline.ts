import type { ContentId, LiveUpdateId, PersonId, VersionId } from "@fanfare/contract/lib/ids";
import { sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** Start of a timeline page: entries after this one, by descending time, order, and ID. */
export interface TimelineCursor {
  readonly at: Millis;
  /** Orders events of one request, which have the same time: when they happened. The time of other entries. */
  readonly order: Millis;
  readonly id: string;
}

export interface TimelineQuery {
  readonly person_id: PersonId;
  readonly before: TimelineCursor | undefined;
  readonly limit: number;
}

/** Matches entries after the cursor: earlier, or same time and smaller order, or same order and smaller ID. */
function isBefore(at: string, id: ReturnType<typeof sql.ref>, before: TimelineCursor | undefined, order = at) {
  if (before === undefined) return sql<boolean>`1 = 1`;
  const [time, place] = [sql.ref(at), sql.ref(order)];
  const isLater = sql`${place} < ${before.order} or (${place} = ${before.order} and ${id} < ${before.id})`;
  // The first condition is for the index.
  return sql<boolean>`${time} <= ${before.at} and (${time} < ${before.at} or ${isLater})`;
}

export function runsBefore(db: Db, { person_id, before, limit }: TimelineQuery) {
  return db
    .selectFrom("runs")
    .select([
      "id",
      "started_at as at",
      "content_id",
      "version_id",
      "state",
      "step_id",
      "start_reason",
      "end_reason",
      "ended_at",
    ])
    .select((eb) =>
      eb
        .selectFrom("funnel_runs")
        .select("variant")
        .whereRef("funnel_runs.person_id", "=", "runs.person_id")
        .whereRef("funnel_runs.content_id", "=", "runs.content_id")
        .whereRef("funnel_runs.run_id", "=", "runs.id")
        .as("variant"),
    )
    .where("person_id", "=", person_id)
    .where(isBefore("started_at", sql.ref("id"), before))
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function eventsBefore(db: Db, { person_id, before, limit }: TimelineQuery) {
  return db
    .selectFrom("events")
    .select(["id", "received_at as at", "happened_at as order", "name", "props", "content_id"])
    .where("person_id", "=", person_id)
    .where(isBefore("received_at", sql.ref("id"), before, "happened_at"))
    .orderBy("received_at", "desc")
    .orderBy("happened_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** One row per device. */
export function deliveriesBefore(db: Db, { person_id, before, limit }: TimelineQuery) {
  const id = sql<string>`live_update_deliveries.live_update_id || '/' || live_update_deliveries.device`;
  return db
    .selectFrom("live_update_deliveries")
    .innerJoin("live_updates", "live_updates.id", "live_update_deliveries.live_update_id")
    .select([id.as("id"), "claimed_at as at", "live_update_id", "live_updates.body", "live_updates.experiment"])
    .select(["live_update_deliveries.state", "live_update_deliveries.variant"])
    .where("person_id", "=", person_id)
    .where(isBefore("claimed_at", id, before))
    .orderBy("claimed_at", "desc")
    .orderBy(id, "desc")
    .limit(limit)
    .execute();
}

/** Those of the live updates that the person has got. */
export async function messagesGot(db: Db, person_id: PersonId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("live_update_deliveries")
    .innerJoin("live_updates", "live_updates.id", "live_update_deliveries.live_update_id")
    .select(["live_update_id", "live_updates.body", "live_updates.experiment", "live_update_deliveries.variant"])
    .where("person_id", "=", person_id)
    // Cast: clients can send any text. Text that isn't an ID has no matches.
    .where("live_update_id", "in", [...new Set(ids)] as LiveUpdateId[])
    .execute();
}

/** Includes expired suppressions. Lifted ones are deleted. */
export function suppressionsBefore(db: Db, { person_id, before, limit }: TimelineQuery) {
  return db
    .selectFrom("suppressions")
    .select(["id", "created_at as at", "scope", "target", "reason", "expires_at"])
    .where("person_id", "=", person_id)
    .where(isBefore("created_at", sql.ref("id"), before))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function milestonesBefore(db: Db, { person_id, before, limit }: TimelineQuery) {
  return db
    .selectFrom("milestones")
    .innerJoin("goals", "goals.id", "milestones.goal_id")
    .select(["goals.id as id", "reached_at as at", "goals.name as goal", "milestones.content_id"])
    .where("person_id", "=", person_id)
    .where("goals.archived_at", "is", null)
    .where(isBefore("reached_at", sql.ref("goals.id"), before))
    .orderBy("reached_at", "desc")
    .orderBy("goals.id", "desc")
    .limit(limit)
    .execute();
}

/** Versions of these contents by ID or number. Ignores IDs and numbers that don't exist. */
export async function versionsNamed(
  db: Db,
  {
    content_ids,
    ids,
    numbers,
  }: Readonly<Record<"content_ids" | "ids", readonly string[]>> & { readonly numbers: readonly number[] },
) {
  if (content_ids.length === 0) return [];
  return await db
    .selectFrom("versions")
    .select(["id", "content_id", "number", "edition"])
    // Casts: clients can send any text. Text that isn't an ID has no matches.
    .where("content_id", "in", [...new Set(content_ids)] as ContentId[])
    .where((where) =>
      where.or([
        ...(ids.length === 0 ? [] : [where("id", "in", ids as VersionId[])]),
        ...(numbers.length === 0 ? [] : [where("number", "in", numbers)]),
      ]),
    )
    .execute();
}

export async function contentNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== "");
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom("contents")
    .select(["id", "name"])
    // Cast: clients can send any text. Text that isn't an ID has no matches.
    .where("id", "in", known as ContentId[])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
