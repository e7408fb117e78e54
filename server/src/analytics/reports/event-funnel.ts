import { csvLine } from "@fanfare/contract/lib/csv";
import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { EventFunnel } from "@fanfare/contract/schema/responses/analytics/event-funnel";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import type { Millis } from "../../store/schema/column-types.ts";
import {
  latestOccurrences,
  type NextSearch,
  nextOccurrences,
  type Occurrence,
} from "../../store/statements/analytics/event-funnel.ts";
import { matchingParts, type ReportDeps, readFirstTimes } from "./first-times.ts";
import { reportPeriod } from "./spans.ts";

export interface EventFunnelScope {
  readonly app_id: AppId;
  readonly from: number;
  readonly to: number;
  readonly steps: readonly EventFunnelStep[];
  readonly within_days: number;
  readonly segment_id?: string | undefined;
}

/** How far a person got: the time of each reached step. */
export interface Journey {
  readonly person_id: PersonId;
  readonly times: readonly Millis[];
}

interface Journeys {
  readonly journeys: readonly Journey[];
  readonly checked: number;
  readonly whole: boolean;
}

/** @throws ProblemError `segment_not_found`. */
export async function eventFunnel(deps: ReportDeps, scope: EventFunnelScope): Promise<EventFunnel> {
  const { journeys, checked, whole } = await readJourneys(deps, scope);
  const steps = scope.steps.map((_, index) => {
    const reached = journeys.filter(({ times }) => times.length > index);
    const waits = index === 0 ? [] : reached.map(({ times }) => (times[index] ?? 0) - (times[index - 1] ?? 0));
    return { people: reached.length, median_ms: median(waits) };
  });
  return { steps, checked, whole };
}

/**
 * Follows the people whose first step is in the period, from their first entry on: the next step is the first one that
 * happened at the same time or later, within `within_days` of the entry. Events of one request have the same time. What
 * already served as a step can't be another.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function readJourneys(deps: ReportDeps, scope: EventFunnelScope): Promise<Journeys> {
  const { db } = deps.store;
  const { segment_id } = scope;
  const rule = segment_id === undefined ? undefined : await requireSegmentRule(db, segment_id);
  const [first] = scope.steps;
  if (first === undefined) return { journeys: [], checked: 0, whole: true };
  const { app_id, to } = scope;
  const range = { app_id, from: reportPeriod(scope.from, to).from, to };
  const { firsts, whole } = await readFirstTimes((page) => latestOccurrences(db, range, first, page));
  const ids = [...firsts.keys()];
  const journeys: Journey[] = [];
  for await (const part of matchingParts(deps, ids, { app_id, rule })) {
    journeys.push(...(await followPeople(deps, scope, part, firsts)));
  }
  return { journeys, checked: ids.length, whole };
}

/** A person on the way through the funnel. */
interface Walker {
  readonly person_id: PersonId;
  readonly times: Millis[];
  /** Latest occurrence of each step, which can't be used again for an equal one. */
  readonly used: Map<string, Occurrence>;
}

async function followPeople(
  { store }: ReportDeps,
  { steps, within_days }: EventFunnelScope,
  ids: readonly PersonId[],
  entries: ReadonlyMap<PersonId, Occurrence>,
): Promise<readonly Walker[]> {
  const [first, ...later] = steps;
  if (first === undefined) return [];
  const walkers = ids.flatMap((person_id): readonly Walker[] => {
    const entry = entries.get(person_id);
    return entry === undefined
      ? []
      : [{ person_id, times: [entry.at], used: new Map([[JSON.stringify(first), entry]]) }];
  });
  let walking: readonly Walker[] = walkers;
  for (const step of later) {
    if (walking.length === 0) break;
    const key = JSON.stringify(step);
    const searches = walking.map(({ person_id, times, used }): NextSearch => {
      const [entered = 0] = times;
      return { person_id, since: times.at(-1) ?? 0, until: entered + within_days * DAY_MS, past: used.get(key) };
    });
    const found = await nextOccurrences(store.db, step, searches);
    walking = walking.filter(({ person_id, times, used }) => {
      const next = found.get(person_id);
      if (next === undefined) return false;
      times.push(next.at);
      used.set(key, next);
      return true;
    });
  }
  return walkers;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** One row per step. `labels` are the names of the steps. */
export function eventFunnelCsv({ steps }: EventFunnel, labels: readonly string[]): string {
  const [{ people: entered } = { people: 0 }] = steps;
  const share = (some: number, all: number): number | null => (all === 0 ? null : some / all);
  return [
    csvLine(["step", "name", "people", "share_of_first", "share_of_previous", "dropped", "median_s"]),
    ...steps.map(({ people, median_ms }, index) => {
      const before = steps[index - 1]?.people ?? people;
      return csvLine([
        ...[index + 1, labels[index] ?? "", people, share(people, entered), share(people, before), before - people],
        median_ms === null ? null : median_ms / 1_000,
      ]);
    }),
  ].join("");
}
