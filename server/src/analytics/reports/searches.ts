import { csvLine } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import type { SearchReport, SearchText } from "@fanfare/contract/schema/responses/analytics/searches";
import { z } from "zod";
import { fromJson } from "../../store/columns.ts";
import { type SearchEventRow, searchEvents } from "../../store/statements/analytics/searches.ts";
import type { Store } from "../../store/store.ts";

/** Pages send what they like: anything else isn't a search. */
const propsSchema = z.object({ query: z.string().max(limits.help_query_chars_max), results: z.number().min(0) });

export interface Searches extends Pick<SearchReport, "searches" | "people" | "without_results" | "truncated"> {
  /** Each text once, the most frequent first. */
  readonly texts: readonly SearchText[];
}

/** What people searched in a resource center in a period, from the stored events. */
export async function readSearches(
  { db }: Pick<Store, "db">,
  at: Parameters<typeof searchEvents>[1],
): Promise<Searches> {
  const rows = await searchEvents(db, at, limits.searches_read_max + 1);
  return {
    ...countSearches(rows.slice(0, limits.searches_read_max)),
    truncated: rows.length > limits.searches_read_max,
  };
}

/** Counts searches, newest first, by text. */
export function countSearches(rows: readonly SearchEventRow[]): Omit<Searches, "truncated"> {
  const searches = rows.flatMap(({ person_id, props }) => {
    const parsed = fromJson(props, (value) => propsSchema.safeParse(value));
    const query = parsed.data?.query.trim().replace(/\s+/g, " ");
    return parsed.data === undefined || !query ? [] : [{ person_id, query, is_empty: parsed.data.results === 0 }];
  });
  const texts = [...Map.groupBy(searches, ({ query }) => query.normalize("NFKC").toLowerCase()).values()].map(
    (same): SearchText => ({
      query: same[0]?.query ?? "",
      searches: same.length,
      people: peopleIn(same),
      without_results: emptyIn(same),
    }),
  );
  return {
    ...{ searches: searches.length, people: peopleIn(searches), without_results: emptyIn(searches) },
    texts: texts.sort((one, other) => other.searches - one.searches || compareText(one, other)),
  };
}

function peopleIn(searches: readonly { readonly person_id: string }[]): number {
  return new Set(searches.map(({ person_id }) => person_id)).size;
}

function emptyIn(searches: readonly { readonly is_empty: boolean }[]): number {
  return searches.filter(({ is_empty }) => is_empty).length;
}

function compareText(one: SearchText, other: SearchText): number {
  return one.query < other.query ? -1 : 1;
}

export function searchReport({ texts, ...counts }: Searches): SearchReport {
  const found_nothing = texts
    .filter(({ without_results }) => without_results > 0)
    .sort((one, other) => other.without_results - one.without_results || compareText(one, other));
  return {
    ...counts,
    most_frequent: texts.slice(0, limits.searches_listed_max),
    found_nothing: found_nothing.slice(0, limits.searches_listed_max),
  };
}

/** One row per text. */
export function searchesCsv({ texts }: Searches): string {
  const rows = texts.map(({ query, searches, people, without_results }) =>
    csvLine([query, searches, people, without_results]),
  );
  return [csvLine(["query", "searches", "people", "without_results"]), ...rows].join("");
}
