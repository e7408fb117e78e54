import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

export const SORTS = ["-updated_at", "updated_at", "name", "-name"] as const;
const STATUSES = ["all", "draft", "scheduled", "live", "changed", "paused", "incomplete", "archived"] as const;
const TYPES = ["all", ...CONTENT_TYPES] as const;

/** What the address of the content list holds: all of its state. */
export interface ContentSearch {
  readonly q: string;
  readonly type: (typeof TYPES)[number];
  readonly status: (typeof STATUSES)[number];
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

/** Reads an address; whatever is not understood is the default. Every part may be missing from a link. */
export function readContentSearch(address: Partial<ContentSearch> & SearchSchemaInput): ContentSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", 200),
    type: readOneOf(search, "type", TYPES),
    status: readOneOf(search, "status", STATUSES),
    tag: readText(search, "tag", limits.tag_chars_max),
    sort: readOneOf(search, "sort", SORTS),
  };
}

/** What narrows the list, as one text: rows in another order are the same rows. */
export function searchFilter(search: ContentSearch): string {
  return JSON.stringify(toContentFilter(search));
}

/** What narrows the list, as the server is asked for it: of a file as of the list. */
export function toContentFilter({ sort: _, ...filter }: ContentSearch): Omit<ContentSearch, "sort"> {
  return filter;
}

/** True when something narrows the list: an empty answer then means "nothing matches", not "nothing there". */
export function isFiltered(search: ContentSearch): boolean {
  return search.q.trim() !== "" || search.status !== "all" || search.type !== "all" || search.tag !== "";
}
