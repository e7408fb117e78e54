import { endState, type PageObstruction, type PrepareFailure } from "@fanfare/contract/events/events";
import type { EventFacets } from "@fanfare/contract/events/facets";
import { limits } from "@fanfare/contract/limits";
import type {
  ContentFunnel,
  FunnelCounts,
  FunnelPart,
  FunnelStep,
  FunnelTrend,
} from "@fanfare/contract/schema/responses/analytics/funnel";
import { fromBit, toIso } from "../../store/columns.ts";
import type { FunnelCause, FunnelRunCount, FunnelStepCount } from "../../store/statements/analytics/funnel.ts";

import { type ReportPeriod, spanStarts } from "./spans.ts";

type Counts<Key> = Map<Key, number>;
type Near = NonNullable<EventFacets["near"]>;
type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

/** The same counts in runs and in people. */
export interface RunRows {
  readonly runs: readonly FunnelRunCount[];
  readonly people: readonly FunnelRunCount[];
}

/** Rows of a funnel: of everyone, or of several disjoint sets of people, added up. */
export interface FunnelRows extends RunRows {
  readonly steps: readonly FunnelStepCount[];
  readonly causes: readonly FunnelCause[];
}

/** Builds one part per value of the dimension, in the order of the values. */
export function presentParts({ runs, people, steps, causes }: FunnelRows): readonly FunnelPart[] {
  const values = new Set([...runs, ...steps].map(({ value }) => value));
  const parts = [...values].sort().map((value): FunnelPart => {
    const of = <Row extends { readonly value: string }>(rows: readonly Row[]): readonly Row[] =>
      rows.filter((row) => row.value === value);
    const [own, errors, waits] = [of(runs), new Map<string, number>(), new Map<number, number>()];
    for (const row of own) {
      if (row.outcome === "failed") add(errors, failureKind(row), row.runs);
      if (fromBit(row.seen) && row.wait_ms_max !== null) add(waits, Number(row.wait_ms_max), row.runs);
    }
    return {
      ...{ value, ...sumRuns(own), people: sumRuns(of(people)) },
      errors: mostFirst(errors).map(([kind, times]) => ({ kind, times })),
      time_to_show: timeToShow(waits),
      steps: presentSteps(of(steps), of(causes)),
    };
  });
  // Runs that only tried to prepare a step.
  return parts.filter(({ steps: own, errors, unseen, ...part }) => {
    const { started, completed, dismissed, suppressed } = part;
    return own.length + errors.length + unseen + started + completed + dismissed + suppressed > 0;
  });
}

function failureKind({ error, end_reason }: FunnelRunCount): string {
  return end_reason === "target_missing" ? end_reason : (error ?? "Error");
}

/** One point per span of the period, with zeros where nothing began. Values of the rows are starts of spans. */
export function trendPoints({ runs, people }: RunRows, period: ReportPeriod): FunnelTrend["points"] {
  const bySpan = (rows: RunRows["runs"]) => Map.groupBy(rows, ({ value }) => Number(value));
  const [runs_of, people_of] = [bySpan(runs), bySpan(people)];
  return spanStarts(period).map((start) => ({
    day: toIso(start).slice(0, 10),
    ...trendCounts({ runs: runs_of.get(start) ?? [], people: people_of.get(start) ?? [] }),
  }));
}

export function trendCounts({ runs, people }: RunRows): NonNullable<FunnelTrend["before"]> {
  const [views, persons] = [sumRuns(runs), sumRuns(people)];
  return {
    ...{ started: views.started, completed: views.completed },
    people: { started: persons.started, completed: persons.completed },
  };
}

function sumRuns(rows: readonly FunnelRunCount[]): FunnelCounts {
  const sums: Mutable<FunnelCounts> = {
    ...{ started: 0, completed: 0, dismissed: 0, failed: 0, in_progress: 0, suppressed: 0, unseen: 0 },
  };
  for (const { seen, unseen, suppressed, outcome, runs } of rows) {
    const count = Number(runs);
    if (fromBit(seen)) sums.started += count;
    if (fromBit(suppressed)) sums.suppressed += count;
    if (fromBit(seen)) sums[outcome === "" ? "in_progress" : outcome] += count;
    else if (outcome === "failed" || outcome === "") continue;
    else if (fromBit(unseen)) sums.unseen += count;
    // Sent by a backend without a run, so nothing is known about its view.
    else sums[outcome] += count;
  }
  return sums;
}

/** Views by start and end reason. Views without a known start were sent by a backend. */
export function presentReasons({ runs, people }: Pick<FunnelRows, "runs" | "people">): ContentFunnel["reasons"] {
  const reasons = new Map<string, Mutable<ContentFunnel["reasons"][number]>>();
  const count = (rows: readonly FunnelRunCount[], unit: "runs" | "people"): void => {
    for (const { seen, outcome, start_reason, end_reason, runs: times } of rows) {
      if (!fromBit(seen) || start_reason === null) continue;
      const state = outcome === "" ? "active" : endedState(outcome, end_reason);
      const key = `${start_reason} ${end_reason ?? ""} ${state}`;
      const reason = reasons.get(key) ?? { start_reason, end_reason, state, runs: 0, people: 0 };
      reasons.set(key, reason);
      reason[unit] += Number(times);
    }
  };
  count(runs, "runs");
  count(people, "people");
  return [...reasons].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason);
}

function endedState(
  outcome: Exclude<FunnelRunCount["outcome"], "">,
  end_reason: FunnelRunCount["end_reason"],
): ContentFunnel["reasons"][number]["state"] {
  return end_reason === null ? outcome : endState(end_reason);
}

export function presentSteps(
  counts: readonly FunnelStepCount[],
  causes: readonly FunnelCause[],
): readonly FunnelStep[] {
  const steps = new Map<string, Mutable<FunnelStepCount>>();
  for (const row of counts) {
    const known = steps.get(row.step_id);
    if (known === undefined) steps.set(row.step_id, { ...row });
    else for (const key of STEP_COUNTS) known[key] = Number(known[key]) + Number(row[key]);
  }
  return [...steps.values()].map((row) => {
    const [near, unready, obstructed]: StepCauses = [new Map(), new Map(), new Map()];
    for (const { step_id, runs, ...cause } of causes) {
      if (step_id !== row.step_id) continue;
      // Casts: facetsOf wrote all from closed lists.
      if (cause.near !== "") add(near, cause.near as Near, runs);
      if (cause.unready !== "") add(unready, cause.unready as PrepareFailure, runs);
      if (cause.obstructed !== "") add(obstructed, cause.obstructed as PageObstruction, runs);
    }
    return presentStep(row, [near, unready, obstructed]);
  });
}
const STEP_COUNTS = [
  ...(["seen", "done", "missing", "skipped"] as const),
  ...(["people_seen", "people_done", "people_missing", "people_skipped"] as const),
] as const;

type StepCauses = [near: Counts<Near>, unready: Counts<PrepareFailure>, obstructed: Counts<PageObstruction>];

function presentStep(row: FunnelStepCount, [near, unready, obstructed]: StepCauses): FunnelStep {
  const [seen, missing] = [Number(row.seen), Number(row.missing)];
  const skipped = { views: Number(row.skipped), people: Number(row.people_skipped) };
  const why = mostFirst(unready).map(([reason, times]) => ({ why: reason, times }));
  const how = mostFirst(obstructed).map(([does, times]) => ({ how: does, times }));
  return {
    ...{ step_id: row.step_id, seen, completed: Number(row.done), missing },
    people: { seen: Number(row.people_seen), completed: Number(row.people_done), missing: Number(row.people_missing) },
    ...(skipped.views === 0 ? {} : { skipped }),
    alert: isTargetAlerting({ seen, missing }),
    near: nearMisses(near),
    ...(why.length === 0 ? {} : { unready: why }),
    ...(how.length === 0 ? {} : { obstructed: how }),
  };
}

/** Returns how often the page failed to prepare for a step if that exceeds the alert threshold, else 0. */
export function unreadyAlert({ seen, missing, unready = [] }: FunnelStep): number {
  const failed = unready.reduce((sum, { times }) => sum + times, 0);
  return isTargetAlerting({ seen: Math.max(0, seen + missing - failed), missing: failed }) ? failed : 0;
}

/** Returns in how many runs the page made a step hard to use if that exceeds the alert threshold, else 0. */
export function obstructionAlert({ seen, missing, obstructed = [] }: FunnelStep): number {
  const runs = obstructed.reduce((sum, { times }) => sum + times, 0);
  return isTargetAlerting({ seen: Math.max(0, seen + missing - runs), missing: runs }) ? runs : 0;
}

export function isTargetAlerting({ seen, missing }: Pick<FunnelStep, "seen" | "missing">): boolean {
  const views = seen + missing;
  return views >= limits.target_alert_views_min && missing / views >= limits.target_alert_share;
}

/** Quantiles from histogram counts: returns the upper edge of the bucket that contains each quantile. */
function timeToShow(waits: Counts<number>): FunnelPart["time_to_show"] {
  const edges = [...waits].sort(([one], [other]) => one - other);
  const all = edges.reduce((sum, [, times]) => sum + times, 0);
  const under = (share: number): number => {
    let sum = 0;
    for (const [edge, times] of edges) {
      sum += times;
      if (sum >= all * share) return edge;
    }
    return 0;
  };
  return all === 0 ? null : { p50_ms_max: under(0.5), p95_ms_max: under(0.95) };
}

function nearMisses(near: Counts<Near>): FunnelStep["near"] {
  return mostFirst(near).map(([text, times]) => {
    // Cast: facetsOf wrote two words from closed lists.
    const [strategy, found] = text.split(" ") as [FunnelStep["near"][number]["strategy"], "several" | "hidden"];
    return { strategy, found, times };
  });
}

function mostFirst<Key>(counts: Counts<Key>): readonly (readonly [Key, number])[] {
  return [...counts].sort(([, one], [, other]) => other - one);
}

function add<Key>(counts: Counts<Key>, key: Key, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + Number(times));
}
