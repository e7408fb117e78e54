import type { SearchSchemaInput } from "@tanstack/react-router";
import { oneOf, textIn } from "../search-text.ts";

export const SORTS = ["-updated_at", "updated_at", "name", "-name"] as const;
const STATUSES = ["all", "draft", "live", "changed"] as const;

/** What the address of the content list holds: all of its state. */
export interface ContentSearch {
  readonly q: string;
  readonly status: (typeof STATUSES)[number];
  readonly sort: (typeof SORTS)[number];
  /** The server's cursor, passed back as it came. */
  readonly after: string;
}

export const CONTENT_SEARCH_DEFAULTS: ContentSearch = { q: "", status: "all", sort: "-updated_at", after: "" };

/** Reads an address; whatever is not understood is the default. Every part may be missing from a link. */
export function readContentSearch(address: Partial<ContentSearch> & SearchSchemaInput): ContentSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: textIn(search, "q", 200),
    status: oneOf(search, "status", STATUSES),
    sort: oneOf(search, "sort", SORTS),
    after: textIn(search, "after", 400),
  };
}

/**
 * The search after a change. Another question begins at its first page: the cursor belongs to the old one.
 *
 * @example
 * changeSearch(search, { status: "live" });
 */
export function changeSearch(search: ContentSearch, change: Partial<Omit<ContentSearch, "after">>): ContentSearch {
  return { ...search, ...change, after: "" };
}

/** True when something narrows the list: an empty answer then means "nothing matches", not "nothing there". */
export function isFiltered(search: ContentSearch): boolean {
  return search.q.trim() !== "" || search.status !== "all";
}
