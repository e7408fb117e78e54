import { DAY_MS, limits } from "@fanfare/contract/limits";
import { type DateRange, lastDays, toRange } from "../../lib/day-range.ts";

export type { DateRange };

/** Days up to now, or first and last day. */
export const PERIODS = ["7", "30", "90", "365", "custom"] as const;

export interface Period {
  readonly days: (typeof PERIODS)[number];
  /** First and last day (UTC), such as `2026-11-01`. Only of custom periods. */
  readonly from: string;
  readonly to: string;
}

/**
 * Whole days, which keep the query key stable until the day ends. The days of a custom period can be in either order.
 * Only its last `analytics_days_max` days count, and without two days it is 30 days.
 *
 * @example
 * rangeOf({ days: "custom", from: "2026-11-01", to: "2026-11-02" }, Date.now()); // midnight of November 1 to 3
 */
export function rangeOf({ days, from, to }: Period, now_ms: number): DateRange {
  const [one, other] = [Date.parse(from), Date.parse(to)];
  if (days === "custom" && !Number.isNaN(one) && !Number.isNaN(other)) {
    const end = Math.max(one, other) + DAY_MS;
    return toRange(Math.max(Math.min(one, other), end - limits.analytics_days_max * DAY_MS), end);
  }
  return lastDays(days === "custom" ? 30 : Number(days), now_ms);
}

/** The period as a custom one, to change its days. */
export function customPeriod(period: Period, now_ms: number): Period {
  const { from, to } = rangeOf(period, now_ms);
  return { days: "custom", from: from.slice(0, 10), to: new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10) };
}

export function dayCount({ from, to }: DateRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
