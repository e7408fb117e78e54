import type { ContentId, SegmentId, ThemeId } from "@fanfare/contract/lib/ids";
import type { Db } from "../../schema/schema.ts";

/** Content that refers to another resource, in its live version or only in its draft. */
export interface ContentReference {
  readonly id: ContentId;
  readonly name: string;
  readonly live: boolean;
}

/**
 * Finds content with this ID in its live version or draft. A text search is enough, because IDs are long and random.
 */
export function contentReferences(db: Db, id: SegmentId | ThemeId): Promise<readonly ContentReference[]> {
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
