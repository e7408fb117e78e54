import type { PersonId } from "@fanfare/contract/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Millis, Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type DecisionLogRow = Selectable<Schema["decision_log"]>;

export function insertDecisions(db: Db, row: DecisionLogRow): CompiledQuery {
  return db.insertInto("decision_log").values(row).compile();
}

export function forgetDecisions(db: Db, before: Millis): CompiledQuery {
  return db.deleteFrom("decision_log").where("at", "<", before).compile();
}

/** What was last decided about a person at that moment. */
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

/** Runs of a person that began within a time, the first first. */
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
