import type { ContentId, PersonId, RunId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";

/**
 * Touches the person while they have met fewer than `runs_max` of these contents since then, and no row once they have.
 * The batch that touches a person first is the only one that writes about them, so of many tabs that begin at once no more
 * get through than may.
 */
export function guardCap(
  db: Kysely<Schema>,
  cap: {
    readonly person_id: PersonId;
    /** The run that is to begin: when it comes a second time it does not stand in its own way. */
    readonly run_id: RunId;
    readonly since: Millis;
    /** Undefined: every content. */
    readonly content_ids: readonly ContentId[] | undefined;
    readonly runs_max: number;
  },
): CompiledQuery {
  const { person_id, run_id, since, content_ids, runs_max } = cap;
  const runs = db
    .selectFrom("runs")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("person_id", "=", person_id)
    .where("started_at", ">", since)
    .where("id", "!=", run_id);
  const covered = content_ids === undefined ? runs : runs.where("content_id", "in", [...content_ids]);
  return db
    .updateTable("people")
    .set({ last_seen_at: sql<number>`last_seen_at` })
    .where("id", "=", person_id)
    .where(sql<boolean>`(${covered}) < ${runs_max}`)
    .compile();
}
