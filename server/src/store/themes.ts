import type { ContentId, MemberId, ThemeId } from "@fanfare/contract/ids";
import type { CompiledQuery, Kysely, Selectable } from "kysely";
import type { Millis, Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type ThemeRow = Selectable<Schema["themes"]>;

/** All of the workspace, by name: there are at most a few dozen. */
export function allThemes(db: Db): Promise<ThemeRow[]> {
  return db.selectFrom("themes").selectAll().orderBy("name").execute();
}

export function themeById(db: Db, id: ThemeId): Promise<ThemeRow | undefined> {
  return db.selectFrom("themes").selectAll().where("id", "=", id).executeTakeFirst();
}

export function insertTheme(db: Db, row: ThemeRow): CompiledQuery {
  return db.insertInto("themes").values(row).compile();
}

/** No row when somebody changed it since `revision`. */
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
    .compile();
}

/** No row when it is the workspace's own, or gone. */
export function deleteTheme(db: Db, id: ThemeId): CompiledQuery {
  return db.deleteFrom("themes").where("id", "=", id).where("is_default", "=", 0).compile();
}

/** First none is the workspace's own, then this one: no row of the second when there is no such theme. */
export function clearDefaultTheme(db: Db): CompiledQuery {
  return db.updateTable("themes").set({ is_default: 0 }).where("is_default", "=", 1).compile();
}
export function setDefaultTheme(db: Db, id: ThemeId): CompiledQuery {
  return db.updateTable("themes").set({ is_default: 1 }).where("id", "=", id).compile();
}

/** Contents whose live edition, or whose draft, has this id in it. Ids are long and random: what has the text names the theme. */
export async function contentsWearing(
  db: Db,
  id: ThemeId,
): Promise<readonly { readonly id: ContentId; readonly name: string; readonly live: boolean }[]> {
  const [live, drafts] = await Promise.all([
    db
      .selectFrom("publications")
      .innerJoin("versions", "versions.id", "publications.version_id")
      .innerJoin("contents", "contents.id", "publications.content_id")
      .where("versions.edition", "like", `%${id}%`)
      .select(["contents.id", "contents.name"])
      .distinct()
      .orderBy("contents.name")
      .execute(),
    db.selectFrom("contents").where("draft", "like", `%${id}%`).select(["id", "name"]).orderBy("name").execute(),
  ]);
  const is_live = new Set(live.map((content) => content.id));
  return [
    ...live.map((content) => ({ ...content, live: true })),
    ...drafts.filter((content) => !is_live.has(content.id)).map((content) => ({ ...content, live: false })),
  ];
}
