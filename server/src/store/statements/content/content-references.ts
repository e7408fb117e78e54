import type { CapCover } from "@fanfare/contract/gates/cap-group";
import type { AppId, ContentId, SegmentId, ThemeId } from "@fanfare/contract/lib/ids";
import { sql } from "kysely";
import type { JsonText } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { hasTag } from "./content-filter.ts";
import type { ImageRow } from "./images.ts";

/** Content that refers to another resource, in its live version or only in its draft. */
export interface ContentReference {
  readonly id: ContentId;
  readonly name: string;
  readonly live: boolean;
}

/**
 * Finds content with this ID, or with an image of this hash, in its live version or draft. A text search is enough,
 * because both are long and random.
 */
export function contentReferences(
  db: Db,
  id: SegmentId | ThemeId | ImageRow["hash"],
): Promise<readonly ContentReference[]> {
  return contentWith(db, `%${id}%`);
}

/**
 * Finds content whose live version or draft starts other content by this slug, or waits for its completion. Excludes
 * archived content, which shows nothing.
 */
export async function contentNaming(db: Db, slug: string): Promise<readonly ContentReference[]> {
  const [naming, archived] = await Promise.all([
    contentWith(db, `%"content":${JSON.stringify(slug)}%`),
    db.selectFrom("contents").where("archived_at", "is not", null).select("id").execute(),
  ]);
  const is_archived = new Set(archived.map(({ id }) => id));
  return naming.filter(({ id }) => !is_archived.has(id));
}

/**
 * Editions whose JSON may contain this text as a value: versions that are live in the app, and drafts. Excludes archived
 * content. The pattern ignores case and escapes, so callers look again.
 */
export async function editionsWithText(
  db: Db,
  app_id: AppId,
  text: string,
): Promise<readonly (ContentReference & { readonly edition: JsonText })[]> {
  // PostgreSQL takes a backslash in a pattern as its escape character, SQLite as a plain one.
  const pattern = `%${JSON.stringify(text).replaceAll("\\", "_")}%`;
  const [live, drafts] = await Promise.all([
    db
      .selectFrom("publications")
      .innerJoin("versions", "versions.id", "publications.version_id")
      .innerJoin("contents", "contents.id", "publications.content_id")
      .where("publications.app_id", "=", app_id)
      .where("contents.archived_at", "is", null)
      .where("versions.edition", "like", pattern)
      .select(["contents.id", "contents.name", "versions.edition"])
      .execute(),
    db
      .selectFrom("contents")
      .where("archived_at", "is", null)
      .where("draft", "like", pattern)
      .select(["id", "name", "draft as edition"])
      .execute(),
  ]);
  return [...live.map((row) => ({ ...row, live: true })), ...drafts.map((row) => ({ ...row, live: false }))];
}

/** Content that a frequency cap covers, by its draft or a live version. Excludes archived content. */
export async function coveredContents(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  { types, tags }: CapCover,
): Promise<readonly ContentReference[]> {
  const covers_all = types.length === 0 && tags.length === 0;
  const any_tag = (edition: "contents.draft" | "versions.edition") =>
    tags.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(${sql.join(
          tags.map((tag) => hasTag(dialect, tag, edition)),
          sql` or `,
        )})`;
  const live = db
    .selectFrom("publications")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .select("publications.content_id");
  const rows = await db
    .selectFrom("contents")
    .where("system", "=", 0)
    .where("archived_at", "is", null)
    .$if(!covers_all, (query) =>
      query.where((eb) =>
        eb.or([
          ...(types.length === 0 ? [] : [sql<boolean>`contents.type in (${sql.join(types)})`]),
          any_tag("contents.draft"),
          eb("contents.id", "in", live.where(any_tag("versions.edition"))),
        ]),
      ),
    )
    .select((eb) => ["id", "name", eb("contents.id", "in", live).as("live")])
    .orderBy("name")
    .execute();
  return rows.map(({ id, name, live: is_live }) => ({ id, name, live: Boolean(is_live) }));
}

async function contentWith(db: Db, pattern: string): Promise<readonly ContentReference[]> {
  const [live, drafts] = await Promise.all([
    db
      .selectFrom("publications")
      .innerJoin("versions", "versions.id", "publications.version_id")
      .innerJoin("contents", "contents.id", "publications.content_id")
      .where("versions.edition", "like", pattern)
      .select(["contents.id", "contents.name"])
      .distinct()
      .orderBy("contents.name")
      .execute(),
    db.selectFrom("contents").where("draft", "like", pattern).select(["id", "name"]).orderBy("name").execute(),
  ]);
  const is_live = new Set(live.map((content) => content.id));
  return [
    ...live.map((content) => ({ ...content, live: true })),
    ...drafts.filter((content) => !is_live.has(content.id)).map((content) => ({ ...content, live: false })),
  ];
}
