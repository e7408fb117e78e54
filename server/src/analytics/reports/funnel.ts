import type { EventFacets } from "@fanfare/contract/events/facets";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import type { ContentFunnel, FunnelSegment } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { ListDeps } from "../../people/list/people-count.ts";
import { filterMatchingPeople } from "../../people/rules/matching-people.ts";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import { fromJson } from "../../store/columns.ts";
import { type RollupRow, rollupsOfContent, runReasons } from "../../store/statements/analytics/rollups.ts";
import {
  eventsOfPeople,
  latestRuns,
  peopleOfIds,
  type RunOfPerson,
} from "../../store/statements/people/segment-funnel.ts";
import type { Store } from "../../store/store.ts";
import { addFunnelCount, emptyPart, type PartCount, presentPart } from "./funnel-count.ts";

interface SegmentCounts {
  readonly segment: FunnelSegment;
  readonly rows: readonly RollupRow[];
  readonly reasons: ContentFunnel["reasons"];
}

/**
 * Funnel counts for the current people of a segment. Roll-ups have no person IDs, so this loads the people of the
 * latest runs, evaluates the segment's rule, and counts the events of those who match.
 *
 * @throws ProblemError `segment_not_found`.
 */
async function countSegmentFunnel(
  deps: Pick<ListDeps, "store" | "now_ms">,
  question: FunnelScope,
  segment_id: string,
): Promise<SegmentCounts> {
  const { db } = deps.store;
  const rule = await requireSegmentRule(db, segment_id);
  const runs = await latestRuns(db, question, limits.segment_funnel_runs_max);
  const person_ids = [...new Set(runs.map(({ person_id }) => person_id))];
  const within = new Set<PersonId>();
  const rows: RollupRow[] = [];
  for (let start = 0; start < person_ids.length; start += limits.people_scan_step) {
    const step = person_ids.slice(start, start + limits.people_scan_step);
    const people = await filterMatchingPeople(deps, await peopleOfIds(db, question.app_id, step), rule);
    if (people.length === 0) continue;
    const ids = people.map(({ id }) => id);
    rows.push(...(await eventsOfPeople(db, question, ids)));
    for (const id of ids) within.add(id);
  }
  const whole = runs.length < limits.segment_funnel_runs_max;
  return {
    segment: { id: segment_id, met: person_ids.length, people: within.size, whole },
    rows,
    reasons: exclusionReasons(runs.filter(({ person_id }) => within.has(person_id))),
  };
}

/** Runs grouped by start and end reason, in the order of the report for all people. */
function exclusionReasons(runs: readonly RunOfPerson[]): ContentFunnel["reasons"] {
  const counted = new Map<string, { -readonly [Key in keyof ExclusionReason]: ExclusionReason[Key] }>();
  for (const { start_reason, end_reason, state } of runs) {
    const key = `${start_reason} ${end_reason ?? ""} ${state}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { start_reason, end_reason, state, runs: 1 });
    else known.runs += 1;
  }
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason);
}
type ExclusionReason = ContentFunnel["reasons"][number];

export interface FunnelScope {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: number;
  readonly to: number;
  readonly by: FunnelBy;
}

/**
 * Content funnel from the roll-ups, which outlive the events. Start and end reasons come from the runs. For a segment,
 * see {@link countSegmentFunnel}.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function contentFunnel(
  deps: Pick<ListDeps, "store" | "now_ms">,
  question: FunnelScope,
  segment_id: string | undefined,
): Promise<ContentFunnel> {
  const range = { ...question, from: question.from - (question.from % DAY_MS) };
  const { rows, reasons, segment } =
    segment_id === undefined ? await allCounts(deps.store, range) : await countSegmentFunnel(deps, range, segment_id);
  const parts = new Map<string, PartCount>();
  for (const row of rows) count(parts, row, question.by);
  return {
    segment,
    parts: [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, part]) => presentPart(value, part)),
    reasons: reasons.map(({ start_reason, end_reason, state, runs }) => ({ start_reason, end_reason, state, runs })),
  };
}

async function allCounts({ db }: Pick<Store, "db">, range: FunnelScope) {
  const [rows, reasons] = await Promise.all([rollupsOfContent(db, range), runReasons(db, range)]);
  return { rows, reasons, segment: null };
}

function count(parts: Map<string, PartCount>, { name, facets: text, events }: RollupRow, by: FunnelBy): void {
  // Exposures have their own report, because the holdout has no funnel.
  if (name === "experiment_exposed") return;
  // Cast: facetsOf wrote the column.
  const facets = text === "" ? {} : fromJson(text, (value) => value as EventFacets);
  const value = by === "all" ? "" : String(facets[by] ?? "");
  const part = parts.get(value) ?? emptyPart();
  parts.set(value, part);
  addFunnelCount(part, name, facets, events);
}
