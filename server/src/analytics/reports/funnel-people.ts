import type { PersonId } from "@fanfare/contract/lib/ids";
import { type FunnelGroup, type FunnelStepGroup, isStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import { type FunnelPersonRow, peopleOfGroup, peopleOfStep } from "../../store/statements/analytics/funnel-people.ts";
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

/**
 * People behind a number of a content funnel, latest first. With a segment, only its current people.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function funnelPeopleBehind(
  deps: ReportDeps,
  { app_id, content_id, from, to, by }: FunnelScope,
  { value, group, step_id = "" }: FunnelNumber,
  segment_id: string | undefined,
): Promise<readonly FunnelPersonRow[]> {
  const { db } = deps.store;
  const rule = segment_id === undefined ? undefined : await requireSegmentRule(db, segment_id);
  const range = { app_id, content_ids: [content_id], from: reportPeriod(from, to).from, to };
  const rows = isStepGroup(group)
    ? await peopleOfStep(db, range, { by, value, step_id }, group)
    : await peopleOfGroup(db, range, { by, value }, group);
  if (rule === undefined) return rows;
  const matching = new Set<PersonId>();
  const ids = rows.map(({ person_id }) => person_id);
  for await (const part of matchingParts(deps, ids, { app_id, rule })) for (const id of part) matching.add(id);
  return rows.filter(({ person_id }) => matching.has(person_id));
}
