import { HOUR_MS, MINUTE_MS } from "../limits.ts";
import type { Schedule } from "./schedule.ts";

/** Where a day begins first it does so this long before it does in UTC: on the Line Islands. */
const FIRST_CLOCK_AHEAD_MS = 14 * HOUR_MS;

/** For each zone that a schedule may be in, the wall time until which it has begun for somebody; later ones are to come. */
export type StartCutoffs = Readonly<Record<Schedule["zone"], string>>;

/**
 * @example
 * begunUntil(Date.UTC(2026, 10, 21, 12)); // { utc: "2026-11-21T12:00", person: "2026-11-22T02:00" }
 */
export function startCutoffs(now_ms: number): StartCutoffs {
  return { utc: utcWallTime(now_ms), person: utcWallTime(now_ms + FIRST_CLOCK_AHEAD_MS) };
}

/**
 * When a schedule begins, while that is still to come for everybody: an instant, or without `Z` the time on each person's
 * clock. Undefined where it has begun, or has no beginning.
 *
 * @example
 * upcomingStart({ starts_at: "2026-12-01T09:00", zone: "utc" }, now_ms); // "2026-12-01T09:00:00.000Z"
 */
export function upcomingStart({ starts_at, zone }: Schedule, now_ms: number): string | undefined {
  if (starts_at === undefined || starts_at <= startCutoffs(now_ms)[zone]) return undefined;
  return zone === "utc" ? new Date(`${starts_at}Z`).toISOString() : starts_at;
}

/** What a clock of UTC shows, to the minute. */
function utcWallTime(now_ms: number): string {
  const minute = new Date(Math.floor(now_ms / MINUTE_MS) * MINUTE_MS);
  return minute.toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}
