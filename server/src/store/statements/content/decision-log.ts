import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type DecisionLogRow = Selectable<Schema["decision_log"]>;

/** Deletes at most `rows_max` of an app's oldest decisions before then. */
export function deleteOldDecisions(db: Db, app_id: AppId, before: Millis, rows_max: number): CompiledQuery {
  const oldest = db
    .selectFrom("decision_log")
    .select("id")
    .where("app_id", "=", app_id)
    .where("at", "<", before)
    .orderBy("at")
    .limit(rows_max);
  return db.deleteFrom("decision_log").where("id", "in", oldest).compile();
}

/** The person's latest decision as of `at`. */
export function decisionsAt(db: Db, person_id: PersonId, at: Millis): Promise<DecisionLogRow | undefined> {
  return db
    .selectFrom("decision_log")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("at", "<=", at)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function runsBetween(db: Db, person_id: PersonId, from: Millis, to: Millis) {
  return db
    .selectFrom("runs")
    .select(["content_id", "started_at"])
    .where("person_id", "=", person_id)
    .where("started_at", ">=", from)
    .where("started_at", "<=", to)
    .orderBy("started_at")
    .limit(20)
    .execute();
}
