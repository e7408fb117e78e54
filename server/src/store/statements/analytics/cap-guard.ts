import type { ContentId, PersonId, RunId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/**
 * Touches the person only while they have had fewer than `runs_max` runs of this content since then. No row otherwise.
 * Only one batch at a time can hold the person's row, so concurrent tabs can't exceed the cap.
 */
export function guardCap(
  db: Db,
  cap: {
    readonly person_id: PersonId;
    /** Run to start. Excluded from the count, so that a retry doesn't block itself. */
    readonly run_id: RunId;
    readonly since: Millis;
    /** Undefined: all content. */
    readonly content_ids: readonly ContentId[] | undefined;
    readonly runs_max: number;
    readonly leaves_out_reset?: boolean;
  },
): CompiledQuery {
  const { person_id, run_id, since, content_ids, runs_max } = cap;
  const runs = db
    .selectFrom("runs")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "=", person_id)
    .where("started_at", ">", since)
    .where("id", "!=", run_id);
  const kept = cap.leaves_out_reset === true ? runs.where("reset_at", "is", null) : runs;
  const covered = content_ids === undefined ? kept : kept.where("content_id", "in", [...content_ids]);
  return db
    .updateTable("people")
    .set({ last_seen_at: sql<number>`last_seen_at` })
    .where("id", "=", person_id)
    .where(sql<boolean>`(${covered}) < ${runs_max}`)
    .compile();
}
