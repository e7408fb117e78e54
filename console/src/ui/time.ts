import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { day, dayAndYear, relative } from "../language/format.ts";
import { t } from "../language/t.ts";

/**
 * How long ago, in the words of a person: minutes, hours, days; a date after a week.
 *
 * @example
 * ago(Date.UTC(2026, 10, 21, 10), Date.UTC(2026, 10, 21, 12)); // "2 hours ago"
 */
export function ago(then_ms: number, now_ms: number): string {
  const age_ms = now_ms - then_ms;
  // A server's clock a little ahead of ours must not say that something happened in the future.
  if (age_ms < MINUTE_MS) return t("just now");
  if (age_ms < HOUR_MS) return relative(-Math.floor(age_ms / MINUTE_MS), "minute");
  if (age_ms < DAY_MS) return relative(-Math.floor(age_ms / HOUR_MS), "hour");
  if (age_ms < 7 * DAY_MS) return relative(-Math.floor(age_ms / DAY_MS), "day");
  const same_year = new Date(then_ms).getFullYear() === new Date(now_ms).getFullYear();
  return same_year ? day(then_ms) : dayAndYear(then_ms);
}
