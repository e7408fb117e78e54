import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Millis } from "../../store/schema/column-types.ts";
import {
  type FunnelStepCount,
  idsOfLiveContents,
  type StepFailures,
  stepFailures,
} from "../../store/statements/analytics/funnel.ts";
import { failureEvents } from "../../store/statements/analytics/rollups.ts";
import type { Store } from "../../store/store.ts";
import { isTargetAlerting, obstructionAlert, presentSteps, unreadyAlert } from "./funnel-count.ts";

interface CountedContent {
  readonly first_day: Millis;
  /** Events that reported a failure by then. */
  readonly events: number;
  readonly at_ms: Millis;
  readonly steps: Promise<readonly FunnelStep[]>;
}
/** By app and content. */
const counted = new WeakMap<Store["db"], Map<string, CountedContent>>();

interface CountedPeriod {
  readonly app_id: AppId;
  readonly first_day: Millis;
  readonly now_ms: Millis;
}

/**
 * Steps of live content whose targets, preparation, or pages recently exceeded the alert threshold for failures. Every
 * page of the console asks for them: only content with failures is counted, and again only after another failure or
 * `failing_steps_ms`.
 */
export async function failingSteps(
  db: Store["db"],
  { id: app_id }: AppRecord,
  now_ms: Millis,
): Promise<readonly Attention[]> {
  const today = now_ms - (now_ms % DAY_MS);
  const days = Array.from({ length: limits.target_alert_days }, (_, ago) => today - ago * DAY_MS);
  const [contents, failures] = await Promise.all([idsOfLiveContents(db, app_id), failureEvents(db, app_id, days)]);
  const events_of = new Map(failures.map(({ content_id, events }) => [content_id, Number(events)]));
  const failing = contents.flatMap((content) => {
    const events = events_of.get(content.content_id);
    return events === undefined ? [] : [{ ...content, events }];
  });
  const steps_of = stepsOfContents(db, { app_id, first_day: Math.min(...days), now_ms }, failing);
  const found = await Promise.all(
    failing.map(async ({ content_id, name }, index) => {
      const steps = (await steps_of[index]) ?? [];
      return steps.flatMap((step) => findAttention(step, { content_id, name, step_id: step.step_id }));
    }),
  );
  return found.flat();
}

/** Steps of each content, in the same order. Concurrent callers share a count. */
function stepsOfContents(
  db: Store["db"],
  period: CountedPeriod,
  contents: readonly { readonly content_id: string; readonly events: number }[],
): readonly CountedContent["steps"][] {
  const { app_id, first_day, now_ms } = period;
  const known = counted.get(db) ?? new Map<string, CountedContent>();
  counted.set(db, known);
  const rows = contents.map(({ content_id, events }) => {
    const key = `${app_id} ${content_id}`;
    const row = known.get(key);
    const is_current =
      row?.first_day === first_day && row.events === events && now_ms - row.at_ms < limits.failing_steps_ms;
    return { content_id, events, key, steps: is_current ? row.steps : undefined };
  });
  const stale = rows.flatMap(({ content_id, steps }) => (steps === undefined ? [content_id] : []));
  const counting = stale.length === 0 ? undefined : countSteps(db, period, stale);
  return rows.map(({ content_id, events, key, ...row }) => {
    if (row.steps !== undefined || counting === undefined) return row.steps ?? Promise.resolve([]);
    const steps = counting.then((all) => all.get(content_id) ?? []);
    keep(known, key, { first_day, events, at_ms: now_ms, steps });
    return steps;
  });
}

/** Evicts the oldest counts, and failed ones. */
function keep(known: Map<string, CountedContent>, key: string, row: CountedContent): void {
  known.delete(key);
  known.set(key, row);
  row.steps.catch(() => known.get(key) === row && known.delete(key));
  for (const oldest of known.keys()) {
    if (known.size <= limits.failing_contents_kept_max) break;
    known.delete(oldest);
  }
}

async function countSteps(
  db: Store["db"],
  { app_id, first_day, now_ms }: CountedPeriod,
  content_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly FunnelStep[]>> {
  const rows = await stepFailures(db, { app_id, content_ids, from: first_day, to: now_ms + 1 });
  return new Map(
    [...Map.groupBy(rows, ({ value }) => value)].map(([content_id, own]) => [
      content_id,
      presentSteps(own.map(countOfStep), own),
    ]),
  );
}

/** The overview has no numbers of people. */
function countOfStep({ value, step_id, seen, missing }: StepFailures): FunnelStepCount {
  return {
    ...{ value, step_id, seen, missing, done: 0, skipped: 0 },
    ...{ people_seen: 0, people_done: 0, people_missing: 0, people_skipped: 0 },
  };
}

function findAttention(
  step: FunnelStep,
  where: { readonly content_id: string; readonly name: string; readonly step_id: string },
): readonly Attention[] {
  const {
    seen,
    missing,
    near: [near],
  } = step;
  const views = seen + missing;
  const failed = unreadyAlert(step);
  const why = step.unready?.[0]?.why;
  const obstructed = obstructionAlert(step);
  const how = step.obstructed?.[0]?.how;
  return [
    // A failed preparation often explains a missing target.
    ...(failed > 0 && why !== undefined ? [{ kind: "prepare_failed" as const, ...where, views, failed, why }] : []),
    ...(isTargetAlerting(step)
      ? [{ kind: "target_missing" as const, ...where, views, missing, ...(near === undefined ? {} : { near }) }]
      : []),
    ...(obstructed > 0 && how !== undefined
      ? [{ kind: "page_obstructs" as const, ...where, views, obstructed, how }]
      : []),
  ];
}
