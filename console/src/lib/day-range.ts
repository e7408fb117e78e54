import { DAY_MS } from "@fanfare/contract/limits";

/** As the API takes it: `to` isn't part of it. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The last days up to and including today (UTC). Whole days keep a query key stable until the day ends. */
export function lastDays(days: number, now_ms: number): DateRange {
  const end = now_ms - (now_ms % DAY_MS) + DAY_MS;
  return toRange(end - days * DAY_MS, end);
}

export function toRange(from_ms: number, to_ms: number): DateRange {
  return { from: new Date(from_ms).toISOString(), to: new Date(to_ms).toISOString() };
}
