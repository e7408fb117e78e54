import type { MemberId, ThemeId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type ThemeRow = Selectable<Schema["themes"]>;

/** Unpaged: there are at most a few dozen. */
export function allThemes(db: Db): Promise<ThemeRow[]> {
  return db.selectFrom("themes").selectAll().where("archived_at", "is", null).orderBy("name").execute();
}

export function themeById(db: Db, id: ThemeId): Promise<ThemeRow | undefined> {
  return db.selectFrom("themes").selectAll().where("id", "=", id).where("archived_at", "is", null).executeTakeFirst();
}

/** No row if it was changed since `revision`. */
export function updateTheme(
  db: Db,
  at: { readonly id: ThemeId; readonly revision: number },
  change: Pick<ThemeRow, "name" | "theme">,
  by: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .updateTable("themes")
    .set({ ...change, revision: at.revision + 1, updated_at: by.now_ms, updated_by: by.member_id })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .where("archived_at", "is", null)
    .compile();
}

/**
 * Deletes a theme, or restores it with null. No row if it's the default theme, doesn't exist, or already has that
 * state.
 */
export function archiveTheme(db: Db, id: ThemeId, archived_at: Millis | null): CompiledQuery {
  return db
    .updateTable("themes")
    .set({ archived_at })
    .where("id", "=", id)
    .where("is_default", "=", 0)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}

/** Run before `setDefaultTheme`, which affects no row if the theme doesn't exist. */
export function clearDefaultTheme(db: Db): CompiledQuery {
  return db.updateTable("themes").set({ is_default: 0 }).where("is_default", "=", 1).compile();
}
export function setDefaultTheme(db: Db, id: ThemeId): CompiledQuery {
  return db
    .updateTable("themes")
    .set({ is_default: 1 })
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .compile();
}
