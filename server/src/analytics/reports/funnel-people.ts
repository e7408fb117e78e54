import { limits } from "@fanfare/contract/limits";
import { type FunnelGroup, type FunnelStepGroup, isStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import { type FunnelRange, latestViewers } from "../../store/statements/analytics/funnel.ts";
import {
  type FunnelPeoplePage,
  type FunnelPersonRow,
  peopleOfGroup,
  peopleOfStep,
} from "../../store/statements/analytics/funnel-people.ts";
import { matchingParts, type ReportDeps } from "./first-times.ts";
import type { FunnelScope } from "./funnel.ts";
import { reportPeriod } from "./spans.ts";

export interface FunnelNumber {
  /** Value of the dimension. */
  readonly value: string;
  readonly group: FunnelGroup | FunnelStepGroup;
  /** Only set for the number of a step. */
  readonly step_id?: string | undefined;
}

/** Who is listed: the latest people, and with a segment, only its current ones. */
export interface ListedPeople {
  readonly rows_max: number;
  readonly segment_id?: string | undefined;
}

/**
 * The latest people behind a number of a content funnel, and how many there are. A segment is checked as its funnel is:
 * the people of the latest views.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function funnelPeopleBehind(
  deps: ReportDeps,
  { app_id, content_id, from, to, by }: FunnelScope,
  { value, group, step_id = "" }: FunnelNumber,
  { rows_max, segment_id }: ListedPeople,
): Promise<FunnelPeoplePage> {
  const { db } = deps.store;
  const range = { app_id, content_ids: [content_id], from: reportPeriod(from, to).from, to };
  const readPage = (within: FunnelRange): Promise<FunnelPeoplePage> =>
    isStepGroup(group)
      ? peopleOfStep(db, within, { by, value, step_id, rows_max }, group)
      : peopleOfGroup(db, within, { by, value, rows_max }, group);
  if (segment_id === undefined) return await readPage(range);
  const rule = await requireSegmentRule(db, segment_id);
  const viewers = await latestViewers(db, range, limits.segment_funnel_runs_max);
  let listed: FunnelPeoplePage = { people: [], total: 0 };
  for await (const person_ids of matchingParts(deps, [...new Set(viewers)], { app_id, rule })) {
    if (person_ids.length === 0) continue;
    const part = await readPage({ ...range, person_ids });
    listed = {
      people: [...listed.people, ...part.people].sort(latestFirst).slice(0, rows_max),
      total: listed.total + part.total,
    };
  }
  return listed;
}

/** The order of the database. */
function latestFirst(one: FunnelPersonRow, other: FunnelPersonRow): number {
  return other.at - one.at || (one.person_id < other.person_id ? -1 : 1);
}
