import type { Kysely } from "kysely";
import type { Migration } from "./migration.ts";

function statements(db: Kysely<unknown>) {
  return [
    // Entries are listed by their ids, which grow with time: an index by time had each list of one thing sorted.
    db.schema
      .createIndex("audit_entries_by_object")
      .on("audit_entries")
      .columns(["resource_type", "resource_id", "id"]),
    db.schema.dropIndex("audit_entries_by_resource"),
  ];
}

/** What was done to one thing, in the order in which it is shown. */
export const auditObjects: Migration = { number: 21, name: "audit objects", statements };
