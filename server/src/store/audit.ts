import type { MemberId } from "@fanfare/contract/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Schema } from "./schema.ts";

export type AuditRow = Selectable<Schema["audit_entries"]>;

export function insertAuditEntry(db: Kysely<Schema>, row: AuditRow): CompiledQuery {
  return db.insertInto("audit_entries").values(row).compile();
}

/** Whether a member ever did this. */
export async function memberEverDid(db: Kysely<Schema>, member_id: MemberId, action: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("member_id", "=", member_id)
    .where("action", "=", action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
