import { limits } from "@fanfare/contract/limits";
import type { PeopleList, PeopleQuery } from "@fanfare/contract/schema/people/person";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

/** As the contract has them; said again, because its schemas would come along with the first page. */
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

/** How people are known; "anyhow" narrows nothing. */
export const IDENTITIES = ["anyhow", "verified", "unverified", "anonymous"] as const;

/** What the address of the list of people holds: all of its state. */
export interface PeopleSearch {
  readonly q: string;
  readonly sort: (typeof PEOPLE_SORTS)[number];
  /** A segment's id, or "". */
  readonly segment: string;
  readonly identity: (typeof IDENTITIES)[number];
  /** Names of attributes with commas in between; "auto" shows the first ones; "" none. */
  readonly columns: string;
}

export const PEOPLE_SEARCH_DEFAULTS: PeopleSearch = {
  ...{ q: "", sort: "-last_seen_at", segment: "", identity: "anyhow", columns: "auto" },
};

/** Reads an address; whatever is not understood is the default. Every part may be missing from a link. */
export function readPeopleSearch(address: Partial<PeopleSearch> & SearchSchemaInput): PeopleSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", 200),
    sort: readOneOf(search, "sort", PEOPLE_SORTS),
    segment: readText(search, "segment", 80),
    identity: readOneOf(search, "identity", IDENTITIES),
    columns: "columns" in search ? readText(search, "columns", 400) : "auto",
  };
}

/** True when something narrows the list: an empty answer then means "nobody matches", not "nobody there". */
export function isFiltered(search: PeopleSearch): boolean {
  return search.q.trim() !== "" || search.segment !== "" || search.identity !== "anyhow";
}

/** Those that have columns of their own anyway. */
const HAS_COLUMN = ["name", "email"];
const COLUMNS_AUTO = 2;

/** Attributes that can be columns; a comma in a name would be two. */
export function possibleColumns(names: readonly string[]): readonly string[] {
  return names.filter((name) => !HAS_COLUMN.includes(name) && !name.includes(","));
}

/** The columns of an address, those that there are. */
export function visibleColumns(columns: string, possible: readonly string[]): readonly string[] {
  if (columns === "auto") return possible.slice(0, COLUMNS_AUTO);
  return columns
    .split(",")
    .filter((name) => possible.includes(name))
    .slice(0, limits.people_columns_max);
}

/** What narrows the list, as the server is asked for it: of a file as of the list. */
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

/** What narrows the list, as one text: people in another order are the same people. */
export function searchFilter(search: PeopleSearch): string {
  return JSON.stringify(toPeopleFilter(search));
}

/** What the server is asked for when the address bar says this. */
export function peopleQuery(app_id: string, search: PeopleSearch, columns: readonly string[]): PeopleQuery {
  return {
    ...{ app_id, q: search.q, sort: search.sort },
    ...(columns.length === 0 ? {} : { columns: columns.join(",") }),
    ...toPeopleFilter(search),
  };
}
