import { MINUTE_MS } from "../limits.ts";

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const ZONES_KEPT_MAX = 1_000;

/** Local date and time. `day` is 1 (Monday) to 7 (Sunday). */
export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  readonly day: number;
}

/**
 * Returns the local time in a time zone, or undefined if the zone doesn't exist.
 *
 * @example
 * wallTime(Date.UTC(2026, 0, 1, 23, 30), "Europe/Zurich"); // { date: "2026-01-02", time: "00:30", day: 5 }
 */
export function wallTime(now_ms: number, zone: string): WallTime | undefined {
  const minute = Math.floor(now_ms / MINUTE_MS);
  if (last?.zone !== zone || last.minute !== minute) last = { zone, minute, wall: readWall(now_ms, zone) };
  return last.wall;
}

/** Cache for consecutive lookups: a thousand schedules usually ask for the same zone and minute. */
let last: { readonly zone: string; readonly minute: number; readonly wall: WallTime | undefined } | undefined;

function readWall(now_ms: number, zone: string): WallTime | undefined {
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const parts = new Map(format.formatToParts(now_ms).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { date, time: `${part("hour")}:${part("minute")}`, day: day === 0 ? 7 : day };
}

/**
 * Returns the UTC milliseconds of a local `YYYY-MM-DDTHH:MM`, or undefined if the zone doesn't exist. A time that the
 * clocks skip counts as that much later, and one they repeat as the second.
 *
 * @example
 * instantOf("2026-12-01T09:00", "Europe/Zurich"); // Date.UTC(2026, 11, 1, 8)
 */
export function instantOf(wall: string, zone: string): number | undefined {
  const wanted_ms = Date.parse(`${wall}Z`);
  let at_ms = wanted_ms;
  // The offset at the first guess may differ from the one at the result.
  for (let guess = 0; guess < 2; guess++) {
    const seen = wallTime(at_ms, zone);
    if (seen === undefined) return undefined;
    at_ms += wanted_ms - Date.parse(`${seen.date}T${seen.time}Z`);
  }
  return at_ms;
}

export function isTimeZone(zone: string): boolean {
  return formatOf(zone) !== undefined;
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  // Zone names come from clients, so the cache is bounded.
  if (formats.size >= ZONES_KEPT_MAX) formats.clear();
  const format = makeFormat(zone);
  formats.set(zone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...fields, timeZone, calendar: "iso8601", hourCycle: "h23" });
  } catch {
    // RangeError: no such time zone
    return undefined;
  }
}
