import type { QuotaPeriod } from "@fanfare/contract/content/content";
import { DAY_MS } from "@fanfare/contract/limits";

/** Monday is the first day of a week. 1 January 1970 was a Thursday. */
const THURSDAY = 3;
const WEEK_DAYS = 7;

/**
 * Returns the first day of the period that contains a time, in days since 1970, UTC. Undefined for a quota in total.
 *
 * @example
 * quotaPeriodStart("month", Date.UTC(2026, 10, 28)); // Date.UTC(2026, 10, 1) / DAY_MS
 */
export function quotaPeriodStart(per: QuotaPeriod | undefined, now_ms: number): number | undefined {
  const day = Math.floor(now_ms / DAY_MS);
  switch (per) {
    case undefined:
      return undefined;
    case "day":
      return day;
    case "week":
      return day - ((day + THURSDAY) % WEEK_DAYS);
    case "month":
      return day + 1 - new Date(now_ms).getUTCDate();
  }
}
