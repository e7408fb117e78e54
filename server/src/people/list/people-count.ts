import type { AppId, SegmentId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { KnownAs } from "@fanfare/contract/schema/people/person";
import type { PersonRow } from "../../store/statements/people/people.ts";
import {
  countListed,
  countPeople,
  estimateRows,
  listPeople,
  samplePeople,
} from "../../store/statements/people/people-list.ts";
import type { Store } from "../../store/store.ts";
import { evaluatePeople, listOf, matchesIdentityFilter, type ResolvedRule } from "../rules/matching-people.ts";
import { ruleLeaves } from "../rules/rule-needs.ts";

export interface ListDeps {
  readonly store: Pick<Store, "db" | "dialect">;
  readonly rng: Pick<Rng, "next">;
  readonly now_ms: number;
}

interface Counted {
  readonly count: number;
  readonly exact: boolean;
}
/** Number of people who match a rule, and for how many it's unknown. */
export interface CountedIn extends Counted {
  readonly unknown: number;
  /** All people of the app, counted the same way. */
  readonly people: number;
  /** Time of the estimate. Exact counts are current. */
  readonly counted_at_ms: number;
}
interface Sample {
  readonly rows: readonly PersonRow[];
  readonly rows_total: number;
}

interface CachedEstimate<Value> {
  readonly at_ms: number;
  readonly value: Promise<Value>;
}
/** Estimates of the last minute, shared by all pages of a list and by all segments. */
interface Estimates {
  readonly all: Map<string, CachedEstimate<Counted>>;
  readonly in_rules: Map<string, CachedEstimate<CountedIn>>;
  readonly samples: Map<string, CachedEstimate<Sample>>;
}
const estimates = new WeakMap<Store["db"], Estimates>();

function appEstimates({ store }: ListDeps): Estimates {
  const cached = estimates.get(store.db) ?? { all: new Map(), in_rules: new Map(), samples: new Map() };
  estimates.set(store.db, cached);
  return cached;
}

/**
 * Returns the value cached in the last minute, or computes it. Concurrent callers share one computation. Evicts values
 * that aren't worth keeping.
 */
async function once<Value>(
  cached: Map<string, CachedEstimate<Value>>,
  { key, now_ms }: { readonly key: string; readonly now_ms: number },
  find: () => Promise<Value>,
  isWorthKeeping: (value: Value) => boolean,
): Promise<Value> {
  const known = cached.get(key);
  if (known !== undefined && now_ms - known.at_ms < MINUTE_MS) return known.value;
  const own = { at_ms: now_ms, value: find() };
  cached.delete(key);
  cached.set(key, own);
  for (const oldest of cached.keys()) {
    if (cached.size <= limits.people_estimates_kept_max) break;
    cached.delete(oldest);
  }
  const forget = (): void => {
    if (cached.get(key) === own) cached.delete(key);
  };
  try {
    const value = await own.value;
    if (!isWorthKeeping(value)) forget();
    return value;
  } catch (error) {
    forget();
    throw error;
  }
}

/** Number of people in an app. Counts exactly while there are few, then estimates from a sample of all rows. */
export function countAll(deps: ListDeps, app_id: AppId): Promise<Counted> {
  const at = { key: app_id, now_ms: deps.now_ms };
  return once(
    appEstimates(deps).all,
    at,
    () => countOrEstimate(deps, app_id),
    ({ exact }) => !exact,
  );
}

export async function countOrEstimate(deps: ListDeps, app_id: AppId, known?: KnownAs): Promise<Counted> {
  const counted = await countPeople(deps.store.db, app_id, limits.people_counted_max + 1, known);
  if (counted <= limits.people_counted_max) return { count: counted, exact: true };
  const sample = await sampleOf(deps);
  const own = sample.rows.filter((row) => isListed(row, app_id) && matchesIdentityFilter(row, known)).length;
  return { count: estimateFrom(counted, own, sample), exact: false };
}

/** Extrapolates from a sample with `own` matches. Never less than the counted people. */
export function estimateFrom(counted: number, own: number, sample: Sample): number {
  return Math.max(counted, scaled(own, sample));
}

/** Number of people who match a rule. Estimates are cached for a minute and include their time. */
export function countIn(deps: ListDeps, app_id: AppId, rule: ResolvedRule, known?: KnownAs): Promise<CountedIn> {
  const list = listOf(rule);
  if (list !== undefined) return countList(deps, app_id, list, known);
  const names_segments = ruleLeaves(rule.rule).some(({ kind }) => kind === "segment");
  const key = JSON.stringify([app_id, known, rule.rule, names_segments ? [...rule.segments] : []]);
  const find = () => countRule(deps, app_id, rule, known);
  return once(appEstimates(deps).in_rules, { key, now_ms: deps.now_ms }, find, ({ exact }) => !exact);
}

async function countList(
  deps: ListDeps,
  app_id: AppId,
  segment_id: SegmentId,
  known: KnownAs | undefined,
): Promise<CountedIn> {
  const [count, { count: people }] = await Promise.all([
    countListed(deps.store.db, { segment_id, app_id }, known),
    countAll(deps, app_id),
  ]);
  return { count, unknown: 0, people, exact: true, counted_at_ms: deps.now_ms };
}

async function countRule(
  deps: ListDeps,
  app_id: AppId,
  rule: ResolvedRule,
  known: KnownAs | undefined,
): Promise<CountedIn> {
  const { count: people, exact } = await countAll(deps, app_id);
  const counted_at_ms = deps.now_ms;
  if (exact) {
    const rows = await listPeople(deps.store.db, app_id, { by: "last_seen_at", descending: true }, people);
    const judged = await evaluatePeople(
      deps,
      rows.filter((row) => matchesIdentityFilter(row, known)),
      rule,
    );
    return { count: judged.in.length, unknown: judged.unknown, people, exact, counted_at_ms };
  }
  const sample = await sampleOf(deps);
  const own = sample.rows.filter((row) => isListed(row, app_id) && matchesIdentityFilter(row, known));
  const judged = await evaluatePeople(deps, own, rule);
  const [count, unknown] = [scaled(judged.in.length, sample), scaled(judged.unknown, sample)];
  return { count, unknown, people, exact, counted_at_ms };
}

/** Merged people are listed as the person they were merged into. */
function isListed({ app_id, merged_into }: PersonRow, of: AppId): boolean {
  return app_id === of && merged_into === null;
}

/** Sample of all apps' people, used for all estimates for a minute. */
function sampleOf(deps: ListDeps): Promise<Sample> {
  const { store, rng, now_ms } = deps;
  const find = async (): Promise<Sample> => {
    const rows_total = await estimateRows(store);
    const places = Array.from({ length: limits.people_sampled }, () => rng.next());
    const rows = await samplePeople(store, rows_total, places);
    return { rows, rows_total: Math.max(rows_total, rows.length) };
  };
  const isSmall = ({ rows }: Sample): boolean =>
    rows.reduce((chars, { attributes }) => chars + attributes.length, 0) <= limits.people_sample_chars_max;
  return once(appEstimates(deps).samples, { key: "all", now_ms }, find, isSmall);
}

function scaled(part: number, { rows, rows_total }: Sample): number {
  return rows.length === 0 ? 0 : Math.round((part / rows.length) * rows_total);
}
