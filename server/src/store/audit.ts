import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Schema } from "./schema.ts";

export type AuditRow = Selectable<Schema["audit_entries"]>;

export function insertAuditEntry(db: Kysely<Schema>, row: AuditRow): CompiledQuery {
  return db.insertInto("audit_entries").values(row).compile();
}

/** Whether a member (not the server itself) ever did this. */
export async function memberEverDid(db: Kysely<Schema>, action: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("action", "=", action)
    .where("member_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
