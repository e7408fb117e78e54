import type { ContentId, SegmentId, ThemeId } from "@fanfare/contract/lib/ids";
import type { Kysely } from "kysely";
import type { Schema } from "../../schema/schema.ts";

/** A content that speaks of something else, in what is live or in its draft alone. */
export interface ContentReference {
  readonly id: ContentId;
  readonly name: string;
  readonly live: boolean;
}

/** Contents whose live edition, or whose draft, has this id in it. Ids are long and random: what has the text names it. */
export async function contentReferences(
  db: Kysely<Schema>,
  id: SegmentId | ThemeId,
): Promise<readonly ContentReference[]> {
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
