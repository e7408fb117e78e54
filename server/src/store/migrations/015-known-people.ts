import { type Kysely, sql } from "kysely";
import type { Migration } from "./migration.ts";

function statements(db: Kysely<unknown>) {
  // As `knownAs` of people-list.ts writes it: an index serves the very expression that it was made of.
  const known_as = sql`(case when external_id is null then 'anonymous' when verified = 1 then 'verified' else 'unverified' end)`;
  return [
    db.schema
      .createIndex("people_listed_by_known")
      .on("people")
      .column("app_id")
      .expression(known_as)
      .columns(["last_seen_at", "id"])
      .where(sql.ref("merged_into"), "is", null),
  ];
}

/** People are listed by how they are known. */
export const knownPeople: Migration = { number: 15, name: "known people", statements };
