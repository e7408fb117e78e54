import type { PageObstruction, PrepareFailure } from "@fanfare/contract/events/events";
import { csvLine } from "@fanfare/contract/lib/csv";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import type { ContentFunnel, FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import { decimal } from "../lib/i18n/format.ts";
import { t, tCount } from "../lib/i18n/t.ts";

export { formatRate } from "../lib/i18n/format.ts";

const STRATEGY_LABELS: Readonly<Record<FunnelStep["near"][number]["strategy"], string>> = {
  test_id: t("the test ID"),
  role_name: t("the role and name"),
  label: t("the label"),
  text: t("the text"),
  attribute: t("the attribute"),
  css: t("the CSS selector"),
};

/** Describes a locator that nearly found a missing target: it matched several elements, or a hidden one. */
export function describeNearMatch({ strategy, found, times }: FunnelStep["near"][number]): string {
  const values = { strategy: STRATEGY_LABELS[strategy] };
  return found === "several"
    ? tCount(
        times,
        "{strategy} matched several elements (once).",
        "{strategy} matched several elements ({n} times).",
        values,
      )
    : tCount(
        times,
        "{strategy} matched a hidden element (once).",
        "{strategy} matched a hidden element ({n} times).",
        values,
      );
}

/** Why the page's prepare action failed. */
export const PREPARE_FAILURE_LABELS: Readonly<Record<PrepareFailure, string>> = {
  unknown: t("the page has no action with that name"),
  failed: t("the page action failed"),
  late: t("the page action timed out"),
};

/** What the customer's page does that makes content hard to use. */
export const PAGE_OBSTRUCTION_LABELS: Readonly<Record<PageObstruction, string>> = {
  events_stopped: t("the page stops clicks and keys on their way to the card"),
  made_inert: t("the page keeps making the card inert"),
  target_moving: t("the page never stops moving the target"),
};

export const PAGE_OBSTRUCTION_ADVICE: Readonly<Record<PageObstruction, string>> = {
  events_stopped: t("In the page’s capturing listeners, leave out events from fanfare-ui elements."),
  made_inert: t("Where the page sets inert or aria-hidden, leave out fanfare-ui elements."),
  target_moving: t("Pick an element that stays in place."),
};

/** In milliseconds below 1 s, otherwise in seconds. */
export function formatDuration(wait_ms: number): string {
  return wait_ms < 1_000 ? t("{n} ms", { n: wait_ms }) : t("{n} s", { n: wait_ms / 1_000 });
}

/**
 * Formats a time of seconds to days in its largest unit.
 *
 * @example
 * formatWait(5_400_000); // "1.5 h"
 */
export function formatWait(wait_ms: number): string {
  if (wait_ms < MINUTE_MS) return t("{n} s", { n: Math.round(wait_ms / 1_000) });
  if (wait_ms < HOUR_MS) return t("{n} min", { n: decimal(wait_ms / MINUTE_MS, 1) });
  if (wait_ms < DAY_MS) return t("{n} h", { n: decimal(wait_ms / HOUR_MS, 1) });
  return t("{n} d", { n: decimal(wait_ms / DAY_MS, 1) });
}

const FUNNEL_COLUMNS = [
  ...["part", "shown", "completed", "dismissed", "suppressed", "unseen", "failed", "p50_ms_max", "p95_ms_max"],
  ...["step", "seen", "step_completed", "target_missing"],
  ...["failed_views", "in_progress", "people", "people_completed", "people_dismissed", "people_failed"],
  ...["people_in_progress", "people_suppressed", "people_unseen"],
  ...["people_seen", "people_step_completed", "people_target_missing", "step_skipped", "people_step_skipped"],
];
const none = (columns: number): readonly null[] => Array.from({ length: columns }, () => null);

/** A line per part and per step. `variants` are the parts of the steps in place of those of the whole funnel. */
export function funnelToCsv({ parts }: ContentFunnel, variants?: readonly FunnelPart[]): string {
  const lines = parts.flatMap(({ people, steps, ...part }) => {
    const { value, started, completed, dismissed, suppressed, unseen, errors, time_to_show } = part;
    const failed = errors.reduce((sum, { times }) => sum + times, 0);
    return [
      csvLine([
        ...[value, started, completed, dismissed, suppressed, unseen, failed],
        ...[time_to_show?.p50_ms_max ?? null, time_to_show?.p95_ms_max ?? null, ...none(4)],
        ...[part.failed, part.in_progress, people.started, people.completed, people.dismissed, people.failed],
        ...[people.in_progress, people.suppressed, people.unseen, ...none(5)],
      ]),
      ...(variants ?? [{ value, steps }]).flatMap(stepLines),
    ];
  });
  return [csvLine(FUNNEL_COLUMNS), ...lines].join("");
}

function stepLines({ value, steps }: Pick<FunnelPart, "value" | "steps">): readonly string[] {
  return steps.map(({ step_id, seen, completed: done, missing, skipped, people }) =>
    csvLine([
      ...[value, ...none(8), step_id, seen, done, missing, ...none(9)],
      ...[people.seen, people.completed, people.missing, skipped?.views ?? 0, skipped?.people ?? 0],
    ]),
  );
}

/** Highest step count of a funnel part, to scale its bars. */
export function maxCount(part: FunnelPart, unit: "people" | "views"): number {
  const { started } = unit === "people" ? part.people : part;
  const steps = part.steps.map((step) => (unit === "people" ? step.people : step));
  return Math.max(1, started, ...steps.map(({ seen, missing }) => seen + missing));
}
