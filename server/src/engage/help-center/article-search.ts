import type { Article } from "@fanfare/contract/content/resource-center";
import { limits } from "@fanfare/contract/limits";
import type { ArticlesResponse } from "@fanfare/contract/schema/client/articles";
import MiniSearch from "minisearch";
import { z } from "zod";
import { fromJson } from "../../store/columns.ts";
import { helpArticles, helpFeed } from "../../store/statements/content/help-feeds.ts";
import type { Store } from "../../store/store.ts";

/** Returns the response as JSON. The same search in the same articles is answered once. */
export type SearchArticles = (feed_url: string, query: string) => Promise<string>;

interface FeedIndex {
  readonly changed_at: number;
  readonly articles: readonly Article[];
  readonly index: MiniSearch;
  readonly answers: Map<string, string>;
}

const articlesSchema = z.array(z.object({ title: z.string(), url: z.string(), summary: z.string().optional() }));

/** Searches the stored articles of feeds. Keeps an index per feed in memory until its articles change. */
export function createArticleSearch({ store }: { readonly store: Store }): SearchArticles {
  const indexes = new Map<string, FeedIndex>();
  const indexOf = async (url: string): Promise<FeedIndex | undefined> => {
    const feed = await helpFeed(store.db, url);
    const known = indexes.get(url);
    if (feed === undefined || known?.changed_at === feed.changed_at) return feed && known;
    const text = await helpArticles(store.db, url);
    const made = buildIndex(text === undefined ? [] : fromJson(text, (value) => articlesSchema.parse(value)), feed);
    indexes.delete(url);
    indexes.set(url, made);
    dropOldest(indexes, limits.help_indexes_kept_max);
    return made;
  };
  return async (url, text) => {
    const feed = await indexOf(url);
    if (feed === undefined) return encode([]);
    const query = normalize(text);
    const known = feed.answers.get(query);
    if (known !== undefined) return known;
    const answer = encode(find(feed, query));
    feed.answers.set(query, answer);
    dropOldest(feed.answers, limits.help_answers_kept_max);
    return answer;
  };
}

const encode = (items: readonly Article[]): string => JSON.stringify({ items } satisfies ArticlesResponse);

/** Case and accents don't matter. */
function normalize(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim().replaceAll(/\s+/g, " ");
}

function buildIndex(articles: readonly Article[], { changed_at }: Pick<FeedIndex, "changed_at">): FeedIndex {
  const index = new MiniSearch({ fields: ["title", "summary"], tokenize: words });
  index.addAll(articles.map(({ title, summary = "" }, id) => ({ id, title, summary })));
  return { changed_at, articles, index, answers: new Map() };
}

/** Also finds words in languages that write them without spaces. */
function words(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(normalize(text));
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/** All words must occur; the last one may be unfinished, and a long one misspelled. Titles count most. */
function find({ articles, index }: FeedIndex, query: string): readonly Article[] {
  const found = index.search(query, {
    ...{ combineWith: "AND", prefix: true, boost: { title: 3 } },
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
  });
  return found.slice(0, limits.help_results_max).flatMap(({ id }) => articles[id] ?? []);
}

function dropOldest(map: Map<string, unknown>, size_max: number): void {
  for (const key of map.keys()) {
    if (map.size <= size_max) return;
    map.delete(key);
  }
}
