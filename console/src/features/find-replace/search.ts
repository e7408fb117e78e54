import { limits } from "@fanfare/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

/** What is searched for. The replacement isn't in the URL, because it isn't a view. */
export interface ReplaceSearch {
  readonly q: string;
  readonly letters: "any_case" | "same_case";
  readonly match: "anywhere" | "whole_words";
}
export const REPLACE_SEARCH_DEFAULTS: ReplaceSearch = { q: "", letters: "any_case", match: "anywhere" };

/** Parses the search parameters. Invalid values become defaults. */
export function readReplaceSearch(address: Partial<ReplaceSearch> & SearchSchemaInput): ReplaceSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", limits.search_chars_max),
    letters: readOneOf(search, "letters", ["any_case", "same_case"]),
    match: readOneOf(search, "match", ["anywhere", "whole_words"]),
  };
}
