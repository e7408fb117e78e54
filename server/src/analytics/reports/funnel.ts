import type { AppId, ContentId, PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import type { ContentFunnel, ContentResults, FunnelSegment } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { ListDeps } from "../../people/list/people-count.ts";
import { filterMatchingPeople } from "../../people/rules/matching-people.ts";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import {
  contentResults,
  type FunnelRange,
  funnelCauses,
  funnelPeople,
  funnelRuns,
  funnelSteps,
  latestViewers,
  variantsOf,
} from "../../store/statements/analytics/funnel.ts";
import type { TimeSpans } from "../../store/statements/analytics/time-spans.ts";
import { liveVersion } from "../../store/statements/content/published.ts";
import { peopleOfIds } from "../../store/statements/people/segment-funnel.ts";
import type { Store } from "../../store/store.ts";
import {
  type FunnelRows,
  presentParts,
  presentReasons,
  type RunRows,
  trendCounts,
  trendPoints,
} from "./funnel-count.ts";
import { withLiveSteps } from "./live-steps.ts";
import { periodBefore, reportPeriod } from "./spans.ts";

export interface FunnelScope {
  readonly app_id: AppId;
  readonly content_id: string;
  readonly from: number;
  readonly to: number;
  readonly by: FunnelBy;
}

/**
 * Content funnel of the runs that began within the range, in runs and in people. For a segment, see
 * {@link countSegmentFunnel}.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function contentFunnel(
  deps: Pick<ListDeps, "store" | "now_ms">,
  { app_id, content_id, from, to, by }: FunnelScope,
  segment_id: string | undefined,
): Promise<ContentFunnel> {
  const period = reportPeriod(from, to);
  const { spans } = period;
  const range = { app_id, content_ids: [content_id], from: period.from, to };
  const { segment, parts, whole, trend, variants } =
    segment_id === undefined
      ? { segment: null, ...(await readRows(deps.store, range, by, spans)) }
      : await countSegmentFunnel(deps, range, { by, spans, segment_id });
  // Cast: finds nothing if it isn't one.
  const live = await liveVersion(deps.store.db, app_id, content_id as ContentId);
  return {
    segment,
    trend: {
      days: spans.width_ms / DAY_MS,
      points: trendPoints(trend, period),
      before: segment === null ? await countBefore(deps.store, range) : null,
    },
    parts: withLiveSteps(presentParts(parts), by, live),
    variants: [...new Set(variants)].sort(),
    reasons: presentReasons(whole),
  };
}

/** Results of several content items in a period, in the order of their IDs. Zeros for items without views. */
export async function readContentResults(
  { db }: Pick<Store, "db">,
  { app_id, content_ids, from, to }: Omit<FunnelRange, "person_ids">,
): Promise<ContentResults["items"]> {
  const rows = await contentResults(db, { app_id, content_ids, from: reportPeriod(from, to).from, to });
  const found = new Map(rows.map((row) => [row.content_id, row]));
  return [...new Set(content_ids)].map((content_id) => {
    const { started = 0, completed = 0, people_started = 0, people_completed = 0 } = found.get(content_id) ?? {};
    return {
      content_id,
      ...{ started: Number(started), completed: Number(completed) },
      people: { started: Number(people_started), completed: Number(people_completed) },
    };
  });
}

interface Counted {
  readonly parts: FunnelRows;
  /** Not divided by the dimension: a person is in several parts. */
  readonly whole: RunRows;
  /** Divided by time. */
  readonly trend: RunRows;
  readonly variants: readonly string[];
}

async function countBefore({ db }: Pick<Store, "db">, range: FunnelRange) {
  const before = { ...range, ...periodBefore(range) };
  const [runs, people] = await Promise.all([funnelRuns(db, before, "all"), funnelPeople(db, before, "all")]);
  return trendCounts({ runs, people });
}

async function readRows(
  { db }: Pick<Store, "db">,
  range: FunnelRange,
  by: FunnelBy,
  spans: TimeSpans,
): Promise<Counted> {
  const [runs, people, steps, causes, span_runs, span_people, variants] = await Promise.all([
    funnelRuns(db, range, by),
    funnelPeople(db, range, by),
    funnelSteps(db, range, by),
    funnelCauses(db, range, by),
    funnelRuns(db, range, spans),
    funnelPeople(db, range, spans),
    variantsOf(db, range),
  ]);
  return {
    parts: { runs, people, steps, causes },
    whole: { runs, people: await funnelPeople(db, range, "all") },
    trend: { runs: span_runs, people: span_people },
    variants,
  };
}

/**
 * Funnel of the current people of a segment: loads the people of the latest views, evaluates the segment's rule, and
 * counts the runs of those who match.
 *
 * @throws ProblemError `segment_not_found`.
 */
async function countSegmentFunnel(
  deps: Pick<ListDeps, "store" | "now_ms">,
  range: FunnelRange,
  { by, spans, segment_id }: { readonly by: FunnelBy; readonly spans: TimeSpans; readonly segment_id: string },
): Promise<Counted & { readonly segment: FunnelSegment }> {
  const { db } = deps.store;
  const rule = await requireSegmentRule(db, segment_id);
  const viewers = await latestViewers(db, range, limits.segment_funnel_runs_max);
  const met = [...new Set<PersonId>(viewers)];
  const counted: Counted[] = [];
  let people = 0;
  for (let start = 0; start < met.length; start += limits.people_scan_step) {
    const step = met.slice(start, start + limits.people_scan_step);
    const matching = await filterMatchingPeople(deps, await peopleOfIds(db, range.app_id, step), rule);
    if (matching.length === 0) continue;
    people += matching.length;
    counted.push(await readRows(deps.store, { ...range, person_ids: matching.map(({ id }) => id) }, by, spans));
  }
  const whole = viewers.length < limits.segment_funnel_runs_max;
  return {
    segment: { id: segment_id, met: met.length, people, whole },
    parts: {
      runs: counted.flatMap(({ parts }) => parts.runs),
      people: counted.flatMap(({ parts }) => parts.people),
      steps: counted.flatMap(({ parts }) => parts.steps),
      causes: counted.flatMap(({ parts }) => parts.causes),
    },
    whole: {
      runs: counted.flatMap((each) => each.whole.runs),
      people: counted.flatMap((each) => each.whole.people),
    },
    trend: {
      runs: counted.flatMap((each) => each.trend.runs),
      people: counted.flatMap((each) => each.trend.people),
    },
    variants: counted.flatMap((each) => each.variants),
  };
}
