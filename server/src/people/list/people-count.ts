import type { AppId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { KnownAs } from "@fanfare/contract/schema/people/person";
import type { PersonRow } from "../../store/statements/people/people.ts";
import { countPeople, estimateRows, listPeople, samplePeople } from "../../store/statements/people/people-list.ts";
import type { Store } from "../../store/store.ts";
import { evaluatePeople, matchesIdentityFilter, type ResolvedRule } from "../rules/matching-people.ts";
import { ruleLeaves } from "../rules/rule-needs.ts";

/** Dependencies of lists and counts. */
export interface ListDeps {
  readonly store: Pick<Store, "db" | "dialect">;
  readonly rng: Pick<Rng, "next">;
  readonly now_ms: number;
}

interface Counted {
  readonly count: number;
  readonly exact: boolean;
}
/** How many people a rule means, and of how many it cannot be told. */
export interface CountedIn extends Counted {
  readonly unknown: number;
  /** All people of the app, counted the same way. */
  readonly people: number;
  /** When it was estimated; an exact count is of now. */
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
/** What was estimated within the last minute: every page of a list, and every segment beside it, tells it again. */
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
 * The value as it was found out in the last minute, or found out now: who asks meanwhile waits for the same answer. What is
 * not worth keeping is forgotten when it is there.
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

/** How many people an app has: counted while they are few, estimated from a sample of all rows when they are many. */
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

/** So many people, of whom `own` were met in a sample; never fewer than were counted. */
export function estimateFrom(counted: number, own: number, sample: Sample): number {
  return Math.max(counted, scaled(own, sample));
}

/** How many people a rule means. An estimate is kept for a minute, and says when it was made. */
export function countIn(deps: ListDeps, app_id: AppId, rule: ResolvedRule, known?: KnownAs): Promise<CountedIn> {
  const names_segments = ruleLeaves(rule.rule).some(({ kind }) => kind === "segment");
  const key = JSON.stringify([app_id, known, rule.rule, names_segments ? [...rule.segments] : []]);
  const find = () => countRule(deps, app_id, rule, known);
  return once(appEstimates(deps).in_rules, { key, now_ms: deps.now_ms }, find, ({ exact }) => !exact);
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

/** Who became somebody else is that somebody. */
function isListed({ app_id, merged_into }: PersonRow, of: AppId): boolean {
  return app_id === of && merged_into === null;
}

/** The people of all apps by whom everything is estimated for a minute. */
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
