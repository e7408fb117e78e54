import { csvLine } from "@fanfare/contract/lib/csv";
import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { Cohorts, Retention, RetentionWeek } from "@fanfare/contract/schema/responses/analytics/retention";
import { requireSegmentRule } from "../../people/segments/segments.ts";
import { toIso } from "../../store/columns.ts";
import type { Millis } from "../../store/schema/column-types.ts";
import { latestOccurrences, nextOccurrences } from "../../store/statements/analytics/event-funnel.ts";
import { activeWeeks, type FirstTime, latestFirstSeen } from "../../store/statements/analytics/retention.ts";
import { type FirstTimes, matchingParts, type ReportDeps, readFirstTimes } from "./first-times.ts";
import { reportPeriod } from "./spans.ts";

interface RetentionScope {
  readonly app_id: AppId;
  readonly from: number;
  readonly to: number;
  readonly active_event?: string | undefined;
  readonly segment_id?: string | undefined;
}

const WEEK_MS = 7 * DAY_MS;
/** January 1, 1970 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/**
 * People who first viewed the content in the period, by whether they have completed it since then, and how many of them
 * are active in the weeks after that view.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function contentRetention(
  deps: ReportDeps,
  scope: RetentionScope & { readonly content_id: string },
): Promise<Retention> {
  const { db } = deps.store;
  const { content_id } = scope;
  const viewed: EventFunnelStep = { kind: "content", content_id, state: "viewed" };
  const completed: EventFunnelStep = { kind: "content", content_id, state: "completed" };
  const times = await readFirstTimes((page) => latestOccurrences(db, rangeOf(scope), viewed, page));
  const groups = { completed: new WeekCounts(), other: new WeekCounts() };
  await countWeeks(deps, scope, times, async (people) => {
    const done = await nextOccurrences(
      db,
      completed,
      people.map(({ person_id, at }) => ({ person_id, since: at, until: deps.now_ms + 1, past: undefined })),
    );
    return ({ person_id }) => (done.has(person_id) ? groups.completed : groups.other);
  });
  return {
    groups: (["completed", "other"] as const).map((group) => ({ group, ...groups[group].present() })),
    ...{ checked: times.firsts.size, whole: times.whole },
  };
}

/**
 * People by the week in which they were first seen, or had their first event of a name, and how many of them are active
 * in the weeks after that.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function weeklyCohorts(
  deps: ReportDeps,
  scope: RetentionScope & { readonly start_event?: string | undefined },
): Promise<Cohorts> {
  const { db } = deps.store;
  const { start_event } = scope;
  const range = rangeOf(scope);
  const start: EventFunnelStep | undefined =
    start_event === undefined ? undefined : { kind: "event", name: start_event };
  const times = await readFirstTimes((page) =>
    start === undefined ? latestFirstSeen(db, range, page) : latestOccurrences(db, range, start, page),
  );
  const cohorts = new Map<Millis, WeekCounts>();
  for (let week = mondayOf(range.from); week < range.to; week += WEEK_MS) cohorts.set(week, new WeekCounts());
  await countWeeks(deps, scope, times, async (people) => {
    const searches = people.map(({ person_id }) => ({ person_id, since: 0, until: range.from, past: undefined }));
    const earlier = start === undefined ? new Map() : await nextOccurrences(db, start, searches);
    return ({ person_id, at }) => (earlier.has(person_id) ? undefined : cohorts.get(mondayOf(at)));
  });
  return {
    cohorts: [...cohorts].map(([week, counts]) => ({ day: toIso(week).slice(0, 10), ...counts.present() })),
    ...{ checked: times.firsts.size, whole: times.whole },
  };
}

/** People of a group, and those of them whose weeks are over or who were active in them. */
class WeekCounts {
  people = 0;
  readonly over: number[] = Array.from({ length: limits.retention_weeks }, () => 0);
  readonly active: number[] = Array.from({ length: limits.retention_weeks }, () => 0);

  present(): { readonly people: number; readonly weeks: readonly RetentionWeek[] } {
    const weeks = this.over.map((people, week) => ({ week, people, active: this.active[week] ?? 0 }));
    return { people: this.people, weeks: weeks.filter(({ people }) => people > 0) };
  }
}

type GroupOf = (first: FirstTime) => WeekCounts | undefined;

async function countWeeks(
  deps: ReportDeps,
  { app_id, active_event, segment_id }: RetentionScope,
  { firsts }: FirstTimes,
  groupPeople: (people: readonly FirstTime[]) => Promise<GroupOf>,
): Promise<void> {
  const { db } = deps.store;
  const rule = segment_id === undefined ? undefined : await requireSegmentRule(db, segment_id);
  for await (const part of matchingParts(deps, [...firsts.keys()], { app_id, rule })) {
    if (part.length === 0) continue;
    const people = part.map((person_id): FirstTime => ({ person_id, at: firsts.get(person_id)?.at ?? 0 }));
    const groupOf = await groupPeople(people);
    const shape = { weeks: limits.retention_weeks, week_ms: WEEK_MS, event_name: active_event };
    const active = Map.groupBy(await activeWeeks(db, people, shape), ({ person_id }) => person_id);
    for (const person of people) countPerson(groupOf(person), person, active.get(person.person_id) ?? [], deps.now_ms);
  }
}

function countPerson(
  counts: WeekCounts | undefined,
  { at }: FirstTime,
  active: readonly { readonly week: number }[],
  now_ms: number,
): void {
  if (counts === undefined) return;
  counts.people++;
  const weeks = new Set(active.map(({ week }) => week));
  for (let week = 0; week < limits.retention_weeks && at + (week + 1) * WEEK_MS <= now_ms; week++) {
    counts.over[week] = (counts.over[week] ?? 0) + 1;
    if (weeks.has(week)) counts.active[week] = (counts.active[week] ?? 0) + 1;
  }
}

function rangeOf({ app_id, from, to }: RetentionScope) {
  return { app_id, from: reportPeriod(from, to).from, to };
}

function mondayOf(at: Millis): Millis {
  return at - ((at - MONDAY_MS) % WEEK_MS);
}

const WEEK_HEAD = Array.from({ length: limits.retention_weeks }, (_, week) => week);

/** One row per group. Columns are the shares of active people by week. */
export function retentionCsv(
  groups: readonly { readonly name: string; readonly people: number; readonly weeks: readonly RetentionWeek[] }[],
): string {
  return [
    csvLine(["group", "people", ...WEEK_HEAD.flatMap((week) => [`week_${week}_people`, `week_${week}_active`])]),
    ...groups.map(({ name, people, weeks }) =>
      csvLine([
        ...[name, people],
        ...WEEK_HEAD.flatMap((week) => [weeks[week]?.people ?? null, weeks[week]?.active ?? null]),
      ]),
    ),
  ].join("");
}
