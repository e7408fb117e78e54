import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { PeopleList } from "@fanfare/contract/schema/people/person";
import { z } from "zod";
import { decodePageCursor, encodePageCursor } from "../../lib/page-cursor.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import {
  countFound,
  listPeople,
  type PeopleColumn,
  type PeopleOrder,
  searchPeople,
} from "../../store/statements/people/people-list.ts";
import { searchText } from "../person/person-keys.ts";
import { filterMatchingPeople, listOf, matchesIdentityFilter, type ResolvedRule } from "../rules/matching-people.ts";
import { countAll, countIn, countOrEstimate, type ListDeps } from "./people-count.ts";

/** One page of people. `next`: cursor of the following page, or null at the end and after a search. */
export interface PeopleRows {
  readonly rows: readonly PersonRow[];
  readonly next: string | null;
  readonly total: number;
  readonly exact: boolean;
}

const COLUMNS: Readonly<Record<string, PeopleColumn>> = {
  last_seen_at: "last_seen_at",
  first_seen_at: "first_seen_at",
  name: "search_name",
  email: "search_email",
};

function columnOf(sort: string): PeopleColumn {
  return COLUMNS[sort.replace("-", "")] ?? "last_seen_at";
}

/**
 * Returns one page of an app's people, filtered, sorted, and paged by keyset, without full table scans. Segments are
 * evaluated person by person in list order, up to a limit per page, so a page can be short and still have a next one.
 *
 * @throws ProblemError `query_invalid` for a cursor made for another order.
 */
export async function peoplePage(
  deps: ListDeps,
  app_id: AppId,
  query: Pick<PeopleList, "q" | "sort" | "after" | "limit"> & Partial<Pick<PeopleList, "identity">>,
  rule: ResolvedRule | undefined,
): Promise<PeopleRows> {
  const typed = query.q.trim();
  if (typed !== "") return search(deps, app_id, { ...query, q: typed }, rule);
  const by = columnOf(query.sort);
  // For other orders, no index covers the kind of identity, so it's evaluated person by person, as in a segment.
  const known = query.identity;
  const indexed = by === "last_seen_at";
  const listed_on = rule && listOf(rule);
  const judged = listed_on === undefined ? rule : undefined;
  const order = { by, descending: query.sort.startsWith("-"), known: indexed ? known : undefined, listed_on };
  const after = query.after === undefined ? undefined : lastCursor(query.after, query.sort, by);
  const narrowed = judged !== undefined || (known !== undefined && !indexed);
  const step = narrowed ? limits.people_scan_step : query.limit + 1;
  const rows: PersonRow[] = [];
  let last: PeopleOrder["after"] = after;
  let looked_at = 0;
  let ended = false;
  while (rows.length < query.limit && looked_at < limits.people_scanned_max && !ended) {
    const found = await listPeople(deps.store.db, app_id, { ...order, after: last }, step);
    const alike = found.filter((row) => matchesIdentityFilter(row, known));
    const fitting = judged === undefined ? alike : await filterMatchingPeople(deps, alike, judged);
    const taken = fitting.slice(0, query.limit - rows.length);
    rows.push(...taken);
    looked_at += found.length;
    const full = rows.length === query.limit;
    // A full page ends with its last row. Otherwise all rows read so far are done.
    const end = full ? taken.at(-1) : found.at(-1);
    if (end !== undefined) last = { value: end[by] ?? "", id: end.id };
    ended = full ? found.length < step && end === found.at(-1) : found.length < step;
  }
  const next = ended || last === undefined ? null : encodePageCursor([query.sort, last.value, last.id]);
  const counted =
    rule !== undefined
      ? await countIn(deps, app_id, rule, known)
      : known === undefined
        ? await countAll(deps, app_id)
        : await countOrEstimate(deps, app_id, known);
  return { rows, next, total: counted.count, exact: counted.exact };
}

/** Decodes the cursor: its sort order, and the last row read. */
function lastCursor(cursor: string, sort: string, by: PeopleColumn): NonNullable<PeopleOrder["after"]> {
  const column = by.startsWith("search_") ? z.string() : z.number();
  const [, value, id] = decodePageCursor(cursor, z.tuple([z.literal(sort), column, z.string()]));
  return { value, id };
}

async function search(
  deps: ListDeps,
  app_id: AppId,
  { q: typed, sort, limit, identity }: Pick<PeopleList, "q" | "sort" | "limit"> & Partial<Pick<PeopleList, "identity">>,
  rule: ResolvedRule | undefined,
): Promise<PeopleRows> {
  const text = { typed, lower: searchText(typed) };
  const { db } = deps.store;
  const [candidates, total] = await Promise.all([
    searchPeople(db, app_id, text, limits.page_size_max),
    countFound(db, app_id, text, limits.people_counted_max),
  ]);
  const alike = candidates.filter((row) => matchesIdentityFilter(row, identity));
  const found = rule === undefined ? alike : await filterMatchingPeople(deps, alike, rule);
  const inOrder = orderBy(sort);
  // Exact matches first.
  const isExact = (row: PersonRow): boolean =>
    row.external_id === typed || row.anonymous_id === typed || row.search_email === text.lower;
  const sorted = found.toSorted(
    (a, b) => Number(isExact(b)) - Number(isExact(a)) || inOrder(a, b) || (a.id < b.id ? -1 : 1),
  );
  const rows = sorted.slice(0, limit);
  return {
    rows,
    next: null,
    total: rule === undefined && identity === undefined ? total : found.length,
    exact: total < limits.people_counted_max,
  };
}

/** List order for rows in memory. People without a name or email address are last. */
function orderBy(sort: string): (a: PersonRow, b: PersonRow) => number {
  const by = columnOf(sort);
  const turn = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const [one, other] = [a[by], b[by]];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -turn : turn;
  };
}
