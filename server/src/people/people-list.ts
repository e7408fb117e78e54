import type { AppId } from "@fanfare/contract/ids";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { Rule } from "@fanfare/contract/rule";
import { matches } from "@fanfare/contract/rule-match";
import type { KnownAs, PeopleList } from "@fanfare/contract/schema/person";
import { fromBit } from "../store/columns.ts";
import type { PersonRow } from "../store/people.ts";
import {
  countFound,
  countPeople,
  estimateRows,
  listPeople,
  type PeopleColumn,
  type PeopleOrder,
  samplePeople,
  searchPeople,
} from "../store/people-list.ts";
import type { Store } from "../store/store.ts";
import { readCursor, writeCursor } from "./people-cursor.ts";
import { searchText } from "./person-keys.ts";
import { ruleFactsOf } from "./rule-facts.ts";
import { needsOf } from "./rule-needs.ts";

/** One page of people. `next` is where the following one begins; null at the end, and after a search. */
export interface PeopleRows {
  readonly rows: readonly PersonRow[];
  readonly next: string | null;
  readonly total: number;
  readonly exact: boolean;
}

export interface ListDeps {
  readonly store: Pick<Store, "db" | "dialect">;
  readonly rng: Pick<Rng, "next">;
  readonly now_ms: number;
}

/** A rule with the segments that it may name. */
export interface Wanted {
  readonly rule: Rule;
  readonly segments: ReadonlyMap<string, Rule>;
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
 * People of an app, searched, sorted and paged by keyset; no plan of it reads a whole table. In a segment people are
 * judged one by one in the order of the list, so many at most for a page: a page may be short and still have a next.
 *
 * @throws ProblemError `query_invalid` for a cursor that was not made for this order.
 */
export async function pageOfPeople(
  deps: ListDeps,
  app_id: AppId,
  query: Pick<PeopleList, "q" | "sort" | "after" | "limit"> & Partial<Pick<PeopleList, "identity">>,
  wanted: Wanted | undefined,
): Promise<PeopleRows> {
  const typed = query.q.trim();
  if (typed !== "") return search(deps, app_id, { ...query, q: typed }, wanted);
  const by = columnOf(query.sort);
  // Of the other orders no index knows how people are known: there they are judged one by one, as in a segment.
  const known = query.identity;
  const indexed = by === "last_seen_at";
  const order = { by, descending: query.sort.startsWith("-"), known: indexed ? known : undefined };
  const after = query.after === undefined ? undefined : readCursor(query.after, query.sort, by);
  const narrowed = wanted !== undefined || (known !== undefined && !indexed);
  const step = narrowed ? limits.people_scan_step : query.limit + 1;
  const rows: PersonRow[] = [];
  let last: PeopleOrder["after"] = after;
  let looked_at = 0;
  let ended = false;
  while (rows.length < query.limit && looked_at < limits.people_scanned_max && !ended) {
    const found = await listPeople(deps.store.db, app_id, { ...order, after: last }, step);
    const alike = found.filter((row) => isKnownAs(row, known));
    const fitting = wanted === undefined ? alike : await peopleIn(deps, alike, wanted);
    const taken = fitting.slice(0, query.limit - rows.length);
    rows.push(...taken);
    looked_at += found.length;
    const full = rows.length === query.limit;
    // A full page ends with its last row; otherwise all that were looked at are done with.
    const end = full ? taken.at(-1) : found.at(-1);
    if (end !== undefined) last = { value: end[by] ?? "", id: end.id };
    ended = full ? found.length < step && end === found.at(-1) : found.length < step;
  }
  const next = ended || last === undefined ? null : writeCursor(query.sort, last);
  const counted =
    wanted !== undefined
      ? await countIn(deps, app_id, wanted, known)
      : known === undefined
        ? await count(deps, app_id)
        : await countOrEstimate(deps, app_id, known);
  return { rows, next, total: counted.count, exact: counted.exact };
}

async function search(
  deps: ListDeps,
  app_id: AppId,
  { q: typed, sort, limit, identity }: Pick<PeopleList, "q" | "sort" | "limit"> & Partial<Pick<PeopleList, "identity">>,
  wanted: Wanted | undefined,
): Promise<PeopleRows> {
  const text = { typed, lower: searchText(typed) };
  const { db } = deps.store;
  const [candidates, total] = await Promise.all([
    searchPeople(db, app_id, text, limits.page_size_max),
    countFound(db, app_id, text, limits.people_counted_max),
  ]);
  const alike = candidates.filter((row) => isKnownAs(row, identity));
  const found = wanted === undefined ? alike : await peopleIn(deps, alike, wanted);
  const inOrder = inOrderOf(sort);
  // Who is meant exactly comes first.
  const isExact = (row: PersonRow): boolean =>
    row.external_id === typed || row.anonymous_id === typed || row.search_email === text.lower;
  const sorted = found.toSorted(
    (a, b) => Number(isExact(b)) - Number(isExact(a)) || inOrder(a, b) || (a.id < b.id ? -1 : 1),
  );
  const rows = sorted.slice(0, limit);
  return {
    rows,
    next: null,
    total: wanted === undefined && identity === undefined ? total : found.length,
    exact: total < limits.people_counted_max,
  };
}

/** The order of a list, for rows that are at hand. Whoever has no name, or no address, comes after those who have one. */
function inOrderOf(sort: string): (a: PersonRow, b: PersonRow) => number {
  const by = columnOf(sort);
  const turn = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const [one, other] = [a[by], b[by]];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -turn : turn;
  };
}

interface Counted {
  readonly count: number;
  readonly exact: boolean;
}
/** The last estimate of each app, for a minute: every page of a list tells it again. */
const estimates = new WeakMap<Store["db"], Map<AppId, { readonly count: number; readonly at_ms: number }>>();

/** How many people an app has: counted while they are few, estimated from a sample of all rows when they are many. */
async function count(deps: ListDeps, app_id: AppId): Promise<Counted> {
  const kept = estimates.get(deps.store.db) ?? new Map();
  estimates.set(deps.store.db, kept);
  const known = kept.get(app_id);
  if (known !== undefined && deps.now_ms - known.at_ms < MINUTE_MS) return { count: known.count, exact: false };
  const counted = await countOrEstimate(deps, app_id);
  if (!counted.exact) kept.set(app_id, { count: counted.count, at_ms: deps.now_ms });
  return counted;
}

async function countOrEstimate(deps: ListDeps, app_id: AppId, known?: KnownAs): Promise<Counted> {
  const counted = await countPeople(deps.store.db, app_id, limits.people_counted_max + 1, known);
  if (counted <= limits.people_counted_max) return { count: counted, exact: true };
  const sample = await sampleOf(deps);
  const own = sample.rows.filter((row) => isListed(row, app_id) && isKnownAs(row, known)).length;
  return { count: scaled(own, sample), exact: false };
}

/** How many people a rule means, and of how many it cannot be told. */
export async function countIn(
  deps: ListDeps,
  app_id: AppId,
  wanted: Wanted,
  known?: KnownAs,
): Promise<{ readonly count: number; readonly unknown: number; readonly people: number; readonly exact: boolean }> {
  const { count: people, exact } = await count(deps, app_id);
  if (exact) {
    const rows = await listPeople(deps.store.db, app_id, { by: "last_seen_at", descending: true }, people);
    const judged = await judge(
      deps,
      rows.filter((row) => isKnownAs(row, known)),
      wanted,
    );
    return { count: judged.in.length, unknown: judged.unknown, people, exact };
  }
  const sample = await sampleOf(deps);
  const own = sample.rows.filter((row) => isListed(row, app_id) && isKnownAs(row, known));
  const judged = await judge(deps, own, wanted);
  return { count: scaled(judged.in.length, sample), unknown: scaled(judged.unknown, sample), people, exact };
}

/** Who became somebody else is that somebody. */
function isListed({ app_id, merged_into }: PersonRow, of: AppId): boolean {
  return app_id === of && merged_into === null;
}

/** As the expression of the store's index says it. */
function isKnownAs({ external_id, verified }: PersonRow, known: KnownAs | undefined): boolean {
  const own: KnownAs = external_id === null ? "anonymous" : fromBit(verified) ? "verified" : "unverified";
  return known === undefined || own === known;
}

/** Those of these people whom a rule means, in their order. */
export async function peopleIn(
  deps: Pick<ListDeps, "store" | "now_ms">,
  rows: readonly PersonRow[],
  wanted: Wanted,
): Promise<readonly PersonRow[]> {
  return (await judge(deps, rows, wanted)).in;
}

async function judge(
  deps: Pick<ListDeps, "store" | "now_ms">,
  rows: readonly PersonRow[],
  { rule, segments }: Wanted,
): Promise<{ readonly in: readonly PersonRow[]; readonly unknown: number }> {
  const needs = needsOf([rule], segments);
  const meant: PersonRow[] = [];
  let unknown = 0;
  for (let start = 0; start < rows.length; start += limits.people_scan_step) {
    const part = rows.slice(start, start + limits.people_scan_step);
    const facts = await ruleFactsOf(deps.store, part, { needs, segments, now_ms: deps.now_ms });
    for (const row of part) {
      const truth = matches(rule, facts.get(row.id) ?? {});
      if (truth === true) meant.push(row);
      if (truth === undefined) unknown++;
    }
  }
  return { in: meant, unknown };
}

interface Sample {
  readonly rows: readonly PersonRow[];
  readonly rows_total: number;
}

async function sampleOf({ store, rng }: ListDeps): Promise<Sample> {
  const rows_total = await estimateRows(store);
  const places = Array.from({ length: limits.people_sampled }, () => rng.next());
  return { rows: await samplePeople(store, rows_total, places), rows_total };
}

function scaled(part: number, { rows, rows_total }: Sample): number {
  return rows.length === 0 ? 0 : Math.round((part / rows.length) * rows_total);
}
