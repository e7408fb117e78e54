import type { Ternary } from "../lib/three-valued.ts";
import { wallTime } from "../lib/wall-clock.ts";

/** Start and end as wall times `YYYY-MM-DDTHH:MM`, in UTC or in the person's local time. */
export interface Schedule {
  readonly starts_at?: string | undefined;
  /** Exclusive: the first minute after the end. */
  readonly ends_at?: string | undefined;
  readonly zone: "utc" | "person";
}

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Whether a text is a valid wall time that exists in the calendar. */
export function isWallTime(text: string): boolean {
  if (!WALL_TIME.test(text)) return false;
  const millis = Date.parse(`${text}Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}

/** Whether now is within the schedule. Unknown until the person's page has sent its time zone. */
export function isWithin(schedule: Schedule, now_ms: number | undefined, time_zone: string | undefined): Ternary {
  const zone = schedule.zone === "utc" ? "UTC" : time_zone;
  if (now_ms === undefined || zone === undefined) return undefined;
  const wall = wallTime(now_ms, zone);
  if (wall === undefined) return undefined;
  const now = `${wall.date}T${wall.time}`;
  const { starts_at = now, ends_at } = schedule;
  return now >= starts_at && (ends_at === undefined || now < ends_at);
}

/** UTC milliseconds at which {@link isWithin} changes next for everyone. Undefined if it never does. */
export function nextBoundary({ starts_at, ends_at, zone }: Schedule, now_ms: number): number | undefined {
  if (zone === "person") return undefined;
  const instants = [starts_at, ends_at].flatMap((text) => (text === undefined ? [] : [Date.parse(`${text}Z`)]));
  const coming = instants.filter((at_ms) => at_ms > now_ms);
  return coming.length === 0 ? undefined : Math.min(...coming);
}
