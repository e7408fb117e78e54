import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { AnswersSummary } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import type { ListDeps } from "../../people/list/people-count.ts";
import { filterMatchingPeople, type ResolvedRule } from "../../people/rules/matching-people.ts";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import {
  type AnswerCount,
  type AnswerRange,
  answersTo,
  countAnswers,
  countResponses,
  latestRespondents,
} from "../../store/statements/analytics/survey-answers.ts";
import { peopleOfIds } from "../../store/statements/people/segment-funnel.ts";
import { readScores, type ScorePeriod } from "./score-trend.ts";

type SegmentDeps = Pick<ListDeps, "store" | "now_ms">;

interface Survey {
  readonly app_id: AppId;
  readonly content_id: ContentId;
}

export interface CountedAnswers {
  readonly segment: AnswersSummary["segment"];
  readonly counts: readonly AnswerCount[];
  readonly responses: Awaited<ReturnType<typeof countResponses>>;
  /** Undefined without a period. */
  readonly scores: ScorePeriod | undefined;
}

/** Counts the answers of a survey. `period`: for scores over time. */
export async function countedAnswers(
  { store }: Pick<SegmentDeps, "store">,
  { app_id, content_id }: Survey,
  range: AnswerRange,
  period: { readonly from: number; readonly to: number } | undefined,
): Promise<CountedAnswers> {
  const [counts, responses, scores] = await Promise.all([
    countAnswers(store.db, app_id, content_id, range),
    countResponses(store.db, app_id, content_id, range),
    period && readScores(store, { app_id, content_id }, { ...period, person_ids: range.person_ids }),
  ]);
  return { segment: null, counts, responses, scores };
}

/**
 * Same for the current people of a segment: evaluates its rule for the latest respondents, and counts the answers of those
 * who match. Anonymous responses belong to no one, so they don't count.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function segmentAnswers(
  deps: SegmentDeps,
  survey: Survey,
  range: AnswerRange,
  period: { readonly from: number; readonly to: number } | undefined,
  segment_id: string,
): Promise<CountedAnswers> {
  const { db } = deps.store;
  const rule = await requireSegmentRule(db, segment_id);
  const met = await latestRespondents(db, survey.app_id, survey.content_id, range, limits.segment_funnel_runs_max);
  const parts: CountedAnswers[] = [];
  let people = 0;
  for (let start = 0; start < met.length; start += limits.people_scan_step) {
    const person_ids = await matchingIds(deps, survey.app_id, met.slice(start, start + limits.people_scan_step), rule);
    if (person_ids.length === 0) continue;
    people += person_ids.length;
    parts.push(await countedAnswers(deps, survey, { ...range, person_ids }, period));
  }
  const sum = (part: "responses" | "completed" | "by_link"): number =>
    parts.reduce((all, { responses }) => all + responses[part], 0);
  const [none] = parts.length > 0 ? parts : [await countedAnswers(deps, survey, { ...range, person_ids: [] }, period)];
  return {
    segment: { id: segment_id, met: met.length, people, whole: met.length < limits.segment_funnel_runs_max },
    counts: mergeCounts(parts.flatMap(({ counts }) => counts)),
    responses: { responses: sum("responses"), completed: sum("completed"), by_link: sum("by_link") },
    scores: none?.scores && { ...none.scores, counts: parts.flatMap(({ scores }) => scores?.counts ?? []) },
  };
}

/** Those of these people who are in the segment now. */
export async function matchingIds(
  deps: SegmentDeps,
  app_id: AppId,
  ids: readonly PersonId[],
  rule: ResolvedRule,
): Promise<readonly PersonId[]> {
  if (ids.length === 0) return [];
  return (await filterMatchingPeople(deps, await peopleOfIds(deps.store.db, app_id, ids), rule)).map(({ id }) => id);
}

/** Adds up what was counted for several groups of people. */
function mergeCounts(counts: readonly AnswerCount[]): readonly AnswerCount[] {
  const merged = new Map<string, AnswerCount>();
  for (const each of counts) {
    const key = JSON.stringify([each.question_id, each.number, each.part, each.option]);
    const known = merged.get(key);
    const add = (part: "runs" | "places" | "answers"): number => Number(known?.[part] ?? 0) + Number(each[part]);
    merged.set(key, { ...each, runs: add("runs"), places: add("places"), answers: add("answers") });
  }
  return [...merged.values()];
}

type AnswersAt = Parameters<typeof answersTo>[1];
type AnswerCursor = Parameters<typeof answersTo>[2];

/**
 * Answers of the current people of a segment, newest first, and where to continue. Scans a bounded number of answers, so
 * that a page may have fewer than `rows_max`.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function segmentAnswersTo(
  deps: SegmentDeps,
  at: AnswersAt,
  after: AnswerCursor,
  rows_max: number,
  segment_id: string,
) {
  const { db } = deps.store;
  const rule = await requireSegmentRule(db, segment_id);
  const found: Awaited<ReturnType<typeof answersTo>> = [];
  let last = after;
  for (let scanned = 0; scanned < limits.people_scanned_max; scanned += limits.people_scan_step) {
    const rows = await answersTo(db, at, last, limits.people_scan_step);
    const ids = new Set(rows.flatMap(({ person_id }) => person_id ?? []));
    const matching = new Set<string | null>(await matchingIds(deps, at.app_id, [...ids], rule));
    for (const row of rows) {
      last = row;
      if (matching.has(row.person_id)) found.push(row);
      if (found.length === rows_max) return { rows: found, end: row };
    }
    if (rows.length < limits.people_scan_step) return { rows: found, end: undefined };
  }
  return { rows: found, end: last };
}
