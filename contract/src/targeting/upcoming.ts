import { HOUR_MS, MINUTE_MS } from "../limits.ts";
import type { Schedule } from "./schedule.ts";

/** The earliest time zone, the Line Islands, is this far ahead of UTC. */
const FIRST_CLOCK_AHEAD_MS = 14 * HOUR_MS;

/** For each `zone`, the wall time up to which schedules have started for someone. Later starts are in the future. */
export type StartCutoffs = Readonly<Record<Schedule["zone"], string>>;

/**
 * @example
 * startCutoffs(Date.UTC(2026, 10, 21, 12)); // { utc: "2026-11-21T12:00", person: "2026-11-22T02:00" }
 */
export function startCutoffs(now_ms: number): StartCutoffs {
  return { utc: utcWallTime(now_ms), person: utcWallTime(now_ms + FIRST_CLOCK_AHEAD_MS) };
}

/**
 * Start of a schedule that hasn't started for anyone: an instant, or without `Z` each person's local time. Undefined if
 * it has started or has no start.
 *
 * @example
 * upcomingStart({ starts_at: "2026-12-01T09:00", zone: "utc" }, now_ms); // "2026-12-01T09:00:00.000Z"
 */
export function upcomingStart({ starts_at, zone }: Schedule, now_ms: number): string | undefined {
  if (starts_at === undefined || starts_at <= startCutoffs(now_ms)[zone]) return undefined;
  return zone === "utc" ? new Date(`${starts_at}Z`).toISOString() : starts_at;
}

function utcWallTime(now_ms: number): string {
  const minute = new Date(Math.floor(now_ms / MINUTE_MS) * MINUTE_MS);
  return minute.toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}
