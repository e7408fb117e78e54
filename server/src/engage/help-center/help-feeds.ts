import type { ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import { variantBodies } from "@fanfare/contract/content/variants";
import type { Clock } from "@fanfare/contract/lib/clock";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { RepeatedWork } from "../../lib/repeat.ts";
import type { GuardedFetch } from "../../outbound-http/guarded-fetch.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import {
  deleteUnusedHelpFeeds,
  type HelpFeedInfo,
  helpArticles,
  helpFeed,
  helpFeeds,
  liveResourceCenters,
  putHelpFeed,
  updateHelpFeed,
} from "../../store/statements/content/help-feeds.ts";
import type { Store } from "../../store/store.ts";
import { fetchFeed } from "./fetch-feed.ts";

export interface HelpFeedDeps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Store;
  readonly readHelpFeed: GuardedFetch;
}

/**
 * Reads a feed and stores its articles. After a failure, the articles of the last successful read stay. Returns the
 * stored state without a request if the feed was read a few seconds ago.
 */
export async function readHelpFeed(deps: HelpFeedDeps, url: string): Promise<HelpFeedInfo> {
  const { clock, store } = deps;
  const known = await helpFeed(store.db, url);
  if (known !== undefined && clock.now() - known.tried_at < limits.help_feed_read_gap_ms) return known;
  const fetched = await fetchFeed(deps.readHelpFeed, url, known ?? { etag: null, last_modified: null });
  const tried_at = clock.now();
  const read = { tried_at, read_at: tried_at, next_read_at: tried_at + limits.help_feed_interval_ms, failure: null };
  switch (fetched.outcome) {
    case "unchanged":
      await store.write([{ query: updateHelpFeed(store.db, url, read) }]);
      break;
    case "read": {
      const { etag, last_modified } = fetched;
      const articles = toJson(fetched.articles);
      const same = known !== undefined && (await helpArticles(store.db, url)) === articles;
      const changed_at = same ? known.changed_at : tried_at;
      const row = { url, articles, article_count: fetched.articles.length, etag, last_modified, changed_at, ...read };
      await store.write([{ query: putHelpFeed(store.db, row) }]);
      break;
    }
    case "failed": {
      const next_read_at = tried_at + limits.help_feed_retry_ms;
      const failed = { tried_at, next_read_at, failure: toJson(fetched.failure) };
      const none = { articles: "[]", article_count: 0, etag: null, last_modified: null, changed_at: tried_at };
      const row = { url, ...none, read_at: null, ...failed };
      await store.write([
        { query: known === undefined ? putHelpFeed(store.db, row) : updateHelpFeed(store.db, url, failed) },
      ]);
    }
  }
  return (await helpFeed(store.db, url)) ?? failMissing(url);
}

function failMissing(url: string): never {
  throw new Error(`The feed ${url} was deleted while it was read.`);
}

/** Reads the feeds of live resource centers that are due, and forgets those that none has used for a while. */
export async function readDueHelpFeeds(deps: HelpFeedDeps): Promise<void> {
  const { clock, store } = deps;
  const urls = await liveFeedUrls(store);
  const known = new Map(
    (urls.length === 0 ? [] : await helpFeeds(store.db, urls)).map((row) => [row.url, row.next_read_at]),
  );
  const due = urls.filter((url) => (known.get(url) ?? 0) <= clock.now());
  for (const url of due.slice(0, limits.help_feed_batch)) await readHelpFeed(deps, url);
  const unused_since = clock.now() - limits.help_feed_unused_days * DAY_MS;
  await store.write([{ query: deleteUnusedHelpFeeds(store.db, unused_since) }]);
}

async function liveFeedUrls(store: Store): Promise<readonly string[]> {
  const rows = await liveResourceCenters(store.db);
  const urls = rows.flatMap(({ edition: text }) => {
    const edition = fromJson(text, (value) => editionSchema.safeParse(value));
    // What can't be read isn't shown either.
    if (!edition.success) return [];
    return variantBodies(edition.data).flatMap((body) =>
      body.type === "resource_center" ? (feedUrl(body) ?? []) : [],
    );
  });
  return [...new Set(urls)];
}

export function feedUrl({ articles }: ResourceCenterBody): string | undefined {
  return articles?.kind === "feed" ? articles.url : undefined;
}

export const dueHelpFeeds = (deps: HelpFeedDeps): RepeatedWork => ({
  interval_ms: limits.help_feed_check_interval_ms,
  failure: "help_feeds_failed",
  run: () => readDueHelpFeeds(deps),
});
