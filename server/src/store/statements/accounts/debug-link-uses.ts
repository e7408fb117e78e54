import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

export type DebugLinkUseRow = Selectable<Schema["debug_link_uses"]>;

export function debugLinkUse(db: Db, link_id: string): Promise<DebugLinkUseRow | undefined> {
  return db.selectFrom("debug_link_uses").selectAll().where("link_id", "=", link_id).executeTakeFirst();
}

/** No row if the link was used before. */
export function claimDebugLink(db: Db, row: DebugLinkUseRow): CompiledQuery {
  return db.insertInto("debug_link_uses").values(row).onConflict(keepExisting).compile();
}

export function deleteDebugLinkUses(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("debug_link_uses").where("expires_at", "<=", until_ms).compile();
}
