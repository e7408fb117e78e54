import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { CONTENT_STATUS_FILTERS } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

export const SORTS = ["-updated_at", "updated_at", "name", "-name"] as const;
const TYPES = ["all", ...CONTENT_TYPES] as const;

/** Search parameters of the content list, which are its complete state. */
export interface ContentSearch {
  readonly q: string;
  readonly type: (typeof TYPES)[number];
  readonly status: (typeof CONTENT_STATUS_FILTERS)[number];
  readonly tag: string;
  readonly sort: (typeof SORTS)[number];
}

export const CONTENT_SEARCH_DEFAULTS: ContentSearch = {
  q: "",
  type: "all",
  status: "all",
  tag: "",
  sort: "-updated_at",
};

/** Parses the search parameters. Invalid and missing values become defaults. */
export function readContentSearch(address: Partial<ContentSearch> & SearchSchemaInput): ContentSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", 200),
    type: readOneOf(search, "type", TYPES),
    status: readOneOf(search, "status", CONTENT_STATUS_FILTERS),
    tag: readText(search, "tag", limits.tag_chars_max),
    sort: readOneOf(search, "sort", SORTS),
  };
}

/** Filters as one string. Excludes the sort order, which doesn't change the set of rows. */
export function searchFilter(search: ContentSearch): string {
  return JSON.stringify(toContentFilter(search));
}

/** Filters as the API takes them, for lists and exports. */
export function toContentFilter({ sort: _, ...filter }: ContentSearch): Omit<ContentSearch, "sort"> {
  return filter;
}

/** Whether a filter is set. An empty result then means "no matches" rather than "no content". */
export function isFiltered(search: ContentSearch): boolean {
  return search.q.trim() !== "" || search.status !== "all" || search.type !== "all" || search.tag !== "";
}
