import { limits } from "@fanfare/contract/limits";
import type { PeopleList, PeopleQuery } from "@fanfare/contract/schema/people/person";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

/** Copied from the contract, whose schemas would otherwise load with the first page. */
export const PEOPLE_SORTS = [
  "-last_seen_at",
  "last_seen_at",
  "-first_seen_at",
  "first_seen_at",
  "name",
  "-name",
  "email",
  "-email",
] as const satisfies readonly PeopleList["sort"][];

/** How people are identified. "anyhow" doesn't filter. */
export const IDENTITIES = ["anyhow", "verified", "unverified", "anonymous"] as const;

/** Search parameters of the people list, which are its complete state. */
export interface PeopleSearch {
  readonly q: string;
  readonly sort: (typeof PEOPLE_SORTS)[number];
  /** Segment ID, or "". */
  readonly segment: string;
  readonly identity: (typeof IDENTITIES)[number];
  /** Comma-separated attribute names. "auto" shows the one that tells most about people, "" none. */
  readonly columns: string;
}

export const PEOPLE_SEARCH_DEFAULTS: PeopleSearch = {
  ...{ q: "", sort: "-last_seen_at", segment: "", identity: "anyhow", columns: "auto" },
};

/** Parses the search parameters. Invalid and missing values become defaults. */
export function readPeopleSearch(address: Partial<PeopleSearch> & SearchSchemaInput): PeopleSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", 200),
    sort: readOneOf(search, "sort", PEOPLE_SORTS),
    segment: readText(search, "segment", 80),
    identity: readOneOf(search, "identity", IDENTITIES),
    columns: "columns" in search ? readText(search, "columns", 400) : "auto",
  };
}

/** Whether a filter is set. An empty result then means "no matches" rather than "no people". */
export function isFiltered(search: PeopleSearch): boolean {
  return search.q.trim() !== "" || search.segment !== "" || search.identity !== "anyhow";
}

/** Attributes with a fixed column. */
const HAS_COLUMN = ["name", "email"];
/** What teams look for in a list of people. The first that the app has is shown without being asked for. */
const USEFUL_ATTRIBUTES = ["company", "company_name", "organization", "account", "plan", "role"];

/** Attributes available as columns. Names with a comma can't be listed in the URL. */
export function possibleColumns(names: readonly string[]): readonly string[] {
  return names.filter((name) => !HAS_COLUMN.includes(name) && !name.includes(","));
}

/** Returns the columns from the URL that exist. */
export function visibleColumns(columns: string, possible: readonly string[]): readonly string[] {
  if (columns === "auto") return USEFUL_ATTRIBUTES.filter((name) => possible.includes(name)).slice(0, 1);
  return columns
    .split(",")
    .filter((name) => possible.includes(name))
    .slice(0, limits.people_columns_max);
}

/** Filters as the API takes them, for lists and exports. */
export function toPeopleFilter({
  q,
  segment,
  identity,
}: PeopleSearch): Pick<PeopleQuery, "q" | "segment_id" | "identity"> {
  return {
    ...(q.trim() === "" ? {} : { q }),
    ...(segment === "" ? {} : { segment_id: segment }),
    ...(identity === "anyhow" ? {} : { identity }),
  };
}

/** Filters as one string. Excludes the sort order, which doesn't change the set of people. */
export function searchFilter(search: PeopleSearch): string {
  return JSON.stringify(toPeopleFilter(search));
}

export function peopleQuery(app_id: string, search: PeopleSearch, columns: readonly string[]): PeopleQuery {
  return {
    ...{ app_id, q: search.q, sort: search.sort },
    ...(columns.length === 0 ? {} : { columns: columns.join(",") }),
    ...toPeopleFilter(search),
  };
}
