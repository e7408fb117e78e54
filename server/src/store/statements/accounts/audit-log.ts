import type { AuditId, MemberId } from "@fanfare/contract/lib/ids";
import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

export type AuditRow = Selectable<Schema["audit_entries"]>;

export async function memberHasAction(db: Db, member_id: MemberId, action: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("member_id", "=", member_id)
    .where("action", "=", action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists matching entries, newest first. Times become bounds of IDs, because IDs grow with time. */
export function auditPage(
  db: Db,
  filter: AuditFilter & { readonly before?: string | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const query = auditFiltered(db, filter).selectAll().orderBy("id", "desc").limit(filter.limit);
  return (filter.before === undefined ? query : query.where("id", "<", filter.before as AuditId)).execute();
}

/** Query of the matching entries, without columns. */
export function auditFiltered(db: Db, filter: AuditFilter) {
  let query = db.selectFrom("audit_entries");
  for (const column of ["member_id", "action", "resource_type", "resource_id", "app_id"] as const) {
    const value = filter[column];
    // Cast: any text is a valid filter. Text that isn't an ID has no matches.
    if (value !== undefined) query = query.where(column, "=", value as never);
  }
  if (filter.since !== undefined) query = query.where("id", ">=", firstIdAt(Date.parse(filter.since)));
  if (filter.until !== undefined) query = query.where("id", "<", firstIdAt(Date.parse(filter.until)));
  return query;
}

/** Returns the smallest possible ID of this instant: a UUIDv7 starts with the time. */
function firstIdAt(at_ms: number): AuditId {
  const hex = Math.max(0, at_ms).toString(16).padStart(12, "0");
  return `aud_${hex.slice(0, 8)}-${hex.slice(8, 12)}` as AuditId;
}

/** Lists entries that aren't in the hash chain yet, oldest first. */
export function unsealedEntries(db: Db, limit: number): Promise<AuditRow[]> {
  return db.selectFrom("audit_entries").selectAll().where("seq", "is", null).orderBy("id").limit(limit).execute();
}

export function chainHead(db: Db): Promise<AuditRow | undefined> {
  return db
    .selectFrom("audit_entries")
    .selectAll()
    .where("seq", "is not", null)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function chainAfter(db: Db, after: number, limit: number): Promise<AuditRow[]> {
  return db.selectFrom("audit_entries").selectAll().where("seq", ">", after).orderBy("seq").limit(limit).execute();
}

/** Keys that signed the chain before the current one. */
export function pastAuditKeys(db: Db): Promise<Selectable<Schema["audit_keys"]>[]> {
  return db.selectFrom("audit_keys").selectAll().execute();
}

/** Ends a key's part of the chain. No row if another node ended it. */
export function endAuditKey(db: Db, row: Selectable<Schema["audit_keys"]>): CompiledQuery {
  return db.insertInto("audit_keys").values(row).onConflict(keepExisting).compile();
}

/** Assigns an entry's position in the hash chain, only once. */
export function sealEntry(db: Db, id: AuditId, seq: number, hash: string): CompiledQuery {
  return db.updateTable("audit_entries").set({ seq, hash }).where("id", "=", id).where("seq", "is", null).compile();
}
