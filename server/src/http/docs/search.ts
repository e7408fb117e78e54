import MiniSearch, { type Options, type SearchOptions } from "minisearch";

/** One place that a search can find. */
export interface Passage {
  /** `sdk.html#celebrate` */
  readonly url: string;
  readonly page: string;
  /** Empty before the first heading of a page. */
  readonly heading: string;
  readonly text: string;
  /** Instructions have 1. Lists of many entries, reports, and how Fanfare is built rank lower. */
  readonly weight: number;
}

export interface Found {
  readonly passage: Passage;
  /** Words of the text that the query matched. */
  readonly terms: readonly string[];
}

/** Parts of `order_shipped`, `FANFARE_PORT`, and `celebrate()` are words, and so is the whole name. */
function wordsOf(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}_$.-]*[\p{L}\p{N}_]/gu) ?? [];
  return names.flatMap((name) => [...new Set([name, ...name.split(/[_$.-]+/)])]);
}

const OPTIONS: Options<Passage> = {
  idField: "url",
  fields: ["heading", "page", "text"],
  tokenize: wordsOf,
};

/** The time of a search grows with its words. Further ones are ignored. */
const QUERY_WORDS_MAX = 12;

const SEARCH: SearchOptions = {
  tokenize: (query) => wordsOf(query).slice(0, QUERY_WORDS_MAX),
  boost: { heading: 4, page: 2 },
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  combineWith: "AND",
};

/** Finds the passages that contain all words of a query, or some of them if none contains all, best first. */
export type Search = (query: string, most: number) => readonly Found[];

/** Passages that are indexed without a pause. */
const STEP = 50;

/** Pauses between the parts of the index, so that requests and clicks in between don't wait. */
export async function createSearch(passages: readonly Passage[]): Promise<Search> {
  const index = new MiniSearch(OPTIONS);
  const byUrl = new Map(passages.map((passage) => [passage.url, passage]));
  await index.addAllAsync(passages, { chunkSize: STEP });
  return (query, most) => {
    const name = query.trim();
    const boostDocument = (url: unknown): number => {
      const passage = byUrl.get(String(url));
      // A name, such as an error code, finds its own entry first.
      return passage?.heading === name ? 10 : (passage?.weight ?? 1);
    };
    const all = index.search(query, { ...SEARCH, boostDocument });
    const results = all.length > 0 ? all : index.search(query, { ...SEARCH, boostDocument, combineWith: "OR" });
    return results.slice(0, most).flatMap(({ id, terms }) => {
      const passage = byUrl.get(String(id));
      return passage === undefined ? [] : [{ passage, terms }];
    });
  };
}

const EXCERPT_CHARS_MAX = 140;
const BEFORE_MATCH_CHARS = 40;

/** The part of a passage around the first match, cut between words. */
export function excerptOf({ text }: Passage, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const match = Math.min(...places, text.length);
  const start =
    match <= BEFORE_MATCH_CHARS || match === text.length ? 0 : lower.lastIndexOf(" ", match - BEFORE_MATCH_CHARS) + 1;
  const cut = text.slice(start, start + EXCERPT_CHARS_MAX);
  const end = start + cut.length < text.length ? `${cut.slice(0, cut.lastIndexOf(" "))}…` : cut;
  return start > 0 ? `…${end}` : end;
}
