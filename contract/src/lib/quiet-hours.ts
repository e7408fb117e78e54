import { wallTime } from "./wall-clock.ts";

/** Times of day as `HH:MM`. May span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface QuietClock {
  readonly quiet_hours: QuietHours | null;
  readonly time_zone: string;
}

/** Whether it's within the quiet hours in the time zone. */
export function isQuiet({ quiet_hours, time_zone }: QuietClock, now_ms: number): boolean {
  const time = wallTime(now_ms, time_zone)?.time;
  if (quiet_hours === null || time === undefined) return false;
  const { from, to } = quiet_hours;
  return from <= to ? from <= time && time < to : from <= time || time < to;
}
