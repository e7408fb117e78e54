import type { CompiledQuery, Selectable } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type HelpFeedRow = Selectable<Schema["help_feeds"]>;
/** Without the articles, for status and schedule. */
export type HelpFeedInfo = Omit<HelpFeedRow, "articles">;

const INFO = [
  ...(["url", "article_count", "etag", "last_modified", "changed_at", "read_at"] as const),
  ...(["tried_at", "next_read_at", "failure"] as const),
] as const;

export function helpFeed(db: Db, url: string): Promise<HelpFeedInfo | undefined> {
  return db.selectFrom("help_feeds").select(INFO).where("url", "=", url).executeTakeFirst();
}

export async function helpArticles(db: Db, url: string): Promise<JsonText | undefined> {
  const row = await db.selectFrom("help_feeds").select("articles").where("url", "=", url).executeTakeFirst();
  return row?.articles;
}

/** All of `urls` that have been read or tried. */
export function helpFeeds(db: Db, urls: readonly string[]): Promise<Pick<HelpFeedRow, "url" | "next_read_at">[]> {
  return db
    .selectFrom("help_feeds")
    .select(["url", "next_read_at"])
    .where("url", "in", [...urls])
    .execute();
}

export function putHelpFeed(db: Db, row: HelpFeedRow): CompiledQuery {
  const { url, ...columns } = row;
  return db
    .insertInto("help_feeds")
    .values({ url, ...columns })
    .onConflict((conflict) => conflict.column("url").doUpdateSet(columns))
    .compile();
}

export function updateHelpFeed(db: Db, url: string, columns: Partial<Omit<HelpFeedRow, "url">>): CompiledQuery {
  return db.updateTable("help_feeds").set(columns).where("url", "=", url).compile();
}

/** Deletes feeds that no live version used for a while: those are read more often. */
export function deleteUnusedHelpFeeds(db: Db, tried_before: Millis): CompiledQuery {
  return db.deleteFrom("help_feeds").where("tried_at", "<", tried_before).compile();
}

/** Editions of resource centers that are live in some app. */
export function liveResourceCenters(db: Db): Promise<{ readonly edition: JsonText }[]> {
  return db
    .selectFrom("contents")
    .innerJoin("publications", "publications.content_id", "contents.id")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .where("contents.type", "=", "resource_center")
    .where("contents.archived_at", "is", null)
    .where("publications.paused_at", "is", null)
    .select("versions.edition")
    .execute();
}
