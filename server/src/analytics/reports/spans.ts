import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Millis } from "../../store/schema/column-types.ts";
import type { TimeSpans } from "../../store/statements/analytics/time-spans.ts";

/** A period of UTC days, with the spans that its report is divided into. */
export interface ReportPeriod {
  readonly from: Millis;
  readonly to: Millis;
  readonly spans: TimeSpans;
}

/** Starts with the whole day of `from`. Counts by day, or by week in periods of more than `trend_days_max` days. */
export function reportPeriod(from: Millis, to: Millis): ReportPeriod {
  const start = from - (from % DAY_MS);
  const width_ms = to - start > limits.trend_days_max * DAY_MS ? 7 * DAY_MS : DAY_MS;
  return { from: start, to, spans: { from: start, width_ms } };
}

/** The period of the same length before. */
export function periodBefore({ from, to }: Pick<ReportPeriod, "from" | "to">) {
  return { from: from - (to - from), to: from };
}

/** Start of each span of the period, oldest first. */
export function spanStarts({ to, spans: { from, width_ms } }: ReportPeriod): readonly Millis[] {
  return Array.from({ length: Math.ceil((to - from) / width_ms) }, (_, index) => from + index * width_ms);
}
