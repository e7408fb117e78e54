import type { PersonId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { ContentFunnel, FunnelSegment } from "@fanfare/contract/schema/analytics";
import type { ListDeps } from "../people/people-count.ts";
import { peopleIn } from "../people/people-in.ts";
import { wantedSegment } from "../people/segments.ts";
import type { RollupRow } from "../store/rollups.ts";
import { eventsOfPeople, latestRuns, peopleOfIds, type RunOfPerson } from "../store/segment-funnel.ts";
import type { FunnelQuestion } from "./analytics.ts";

export interface SegmentCounts {
  readonly segment: FunnelSegment;
  readonly rows: readonly RollupRow[];
  readonly reasons: ContentFunnel["reasons"];
}

/**
 * What a funnel is counted from for the people who are in a segment now. Roll-ups do not know whose events they hold: this asks
 * for the people of the latest runs, judges them by the segment's rule, and counts the events of those who are in it.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function segmentCounts(
  deps: Pick<ListDeps, "store" | "now_ms">,
  question: FunnelQuestion,
  segment_id: string,
): Promise<SegmentCounts> {
  const { db } = deps.store;
  const wanted = await wantedSegment(db, segment_id);
  const runs = await latestRuns(db, question, limits.segment_funnel_runs_max);
  const met = [...new Set(runs.map(({ person_id }) => person_id))];
  const within = new Set<PersonId>();
  const rows: RollupRow[] = [];
  for (let start = 0; start < met.length; start += limits.people_scan_step) {
    const step = met.slice(start, start + limits.people_scan_step);
    const people = await peopleIn(deps, await peopleOfIds(db, question.app_id, step), wanted);
    if (people.length === 0) continue;
    const ids = people.map(({ id }) => id);
    rows.push(...(await eventsOfPeople(db, question, ids)));
    for (const id of ids) within.add(id);
  }
  const whole = runs.length < limits.segment_funnel_runs_max;
  return {
    segment: { id: segment_id, met: met.length, people: within.size, whole },
    rows,
    reasons: reasonsOf(runs.filter(({ person_id }) => within.has(person_id))),
  };
}

/** Runs by why they began and ended, in the order of the report about everybody. */
function reasonsOf(runs: readonly RunOfPerson[]): ContentFunnel["reasons"] {
  const counted = new Map<string, { -readonly [Key in keyof Reason]: Reason[Key] }>();
  for (const { start_reason, end_reason, state } of runs) {
    const key = `${start_reason} ${end_reason ?? ""} ${state}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { start_reason, end_reason, state, runs: 1 });
    else known.runs += 1;
  }
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason);
}
type Reason = ContentFunnel["reasons"][number];
