import type { PrepareFailure } from "@fanfare/contract/events/events";
import type { EventFacets } from "@fanfare/contract/events/facets";
import { funnelMarks } from "@fanfare/contract/events/funnel";
import { limits } from "@fanfare/contract/limits";
import type { FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";

type Counts<Key> = Map<Key, number>;
type Near = NonNullable<EventFacets["near"]>;

interface StepCount {
  readonly step_id: string;
  seen: number;
  completed: number;
  missing: number;
  readonly near: Counts<Near>;
  readonly unready: Counts<PrepareFailure>;
}
export interface PartCount {
  started: number;
  completed: number;
  dismissed: number;
  suppressed: number;
  unseen: number;
  readonly errors: Counts<string>;
  readonly waits: Counts<number>;
  readonly steps: Map<string, StepCount>;
}

export function emptyPart(): PartCount {
  return {
    ...{ started: 0, completed: 0, dismissed: 0, suppressed: 0, unseen: 0 },
    ...{ errors: new Map(), waits: new Map(), steps: new Map() },
  };
}

/** Adds events of this name to a part. Unseen runs count only as unseen, and failed ones only as errors. */
export function addFunnelCount(part: PartCount, name: string, facets: EventFacets, events: number): void {
  const { step_id, unseen, error, wait_ms_max, near, unready } = facets;
  const step = step_id === undefined ? undefined : stepCount(part, step_id);
  for (const mark of funnelMarks(name)) {
    switch (mark) {
      case "started":
        part.started += events;
        if (wait_ms_max !== undefined) add(part.waits, wait_ms_max, events);
        break;
      case "completed":
      case "dismissed":
        if (error !== undefined) add(part.errors, error, events);
        else if (unseen) part.unseen += events;
        else part[mark] += events;
        break;
      case "suppressed":
        part.suppressed += events;
        break;
      case "part_seen":
        if (step !== undefined) step.seen += events;
        break;
      case "part_done":
        if (step !== undefined && !unseen) step.completed += events;
        break;
      case "target_missing":
        if (step === undefined) break;
        step.missing += events;
        if (near !== undefined) add(step.near, near, events);
        break;
      case "prepare_failed":
        if (step !== undefined && unready !== undefined) add(step.unready, unready, events);
        break;
    }
  }
}

export function presentPart(value: string, { steps, errors, waits, ...sums }: PartCount): FunnelPart {
  return {
    ...{ value, ...sums },
    errors: mostFirst(errors).map(([kind, times]) => ({ kind, times })),
    time_to_show: timeToShow(waits),
    steps: [...steps.values()].map(presentStep),
  };
}

function presentStep({ unready, ...step }: StepCount): FunnelStep {
  const why = mostFirst(unready).map(([reason, times]) => ({ why: reason, times }));
  return {
    ...step,
    alert: isTargetAlerting(step),
    near: nearMisses(step),
    ...(why.length === 0 ? {} : { unready: why }),
  };
}

/** Returns how often the page failed to prepare for a step if that exceeds the alert threshold, else 0. */
export function unreadyAlert({ seen, missing, unready = [] }: FunnelStep): number {
  const failed = unready.reduce((sum, { times }) => sum + times, 0);
  return isTargetAlerting({ seen: Math.max(0, seen + missing - failed), missing: failed }) ? failed : 0;
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

function nearMisses({ near }: Pick<StepCount, "near">): FunnelStep["near"] {
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
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function stepCount({ steps }: PartCount, step_id: string): StepCount {
  const known = steps.get(step_id) ?? {
    step_id,
    seen: 0,
    completed: 0,
    missing: 0,
    near: new Map(),
    unready: new Map(),
  };
  steps.set(step_id, known);
  return known;
}
