import type { CapGroupId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type CapGroupRow = Selectable<Schema["cap_groups"]>;

export function allCapGroups(db: Db): Promise<CapGroupRow[]> {
  return db.selectFrom("cap_groups").selectAll().orderBy("name").execute();
}

export function capGroupById(db: Db, id: CapGroupId): Promise<CapGroupRow | undefined> {
  return db.selectFrom("cap_groups").selectAll().where("id", "=", id).executeTakeFirst();
}

/** No row if it was changed since `revision`. */
export function updateCapGroup(
  db: Db,
  at: { readonly id: CapGroupId; readonly revision: number },
  change: Partial<Pick<CapGroupRow, "name" | "runs_max" | "window_hours" | "covers">>,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("cap_groups")
    .set({ ...change, revision: at.revision + 1, updated_at: now_ms })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .compile();
}

export function deleteCapGroup(db: Db, id: CapGroupId): CompiledQuery {
  return db.deleteFrom("cap_groups").where("id", "=", id).compile();
}
