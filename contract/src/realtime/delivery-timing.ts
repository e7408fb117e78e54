import { isQuiet, type QuietHours } from "../lib/quiet-hours.ts";
import { instantOf, isTimeZone, wallTime } from "../lib/wall-clock.ts";
import { DAY_MS, SECOND_MS } from "../limits.ts";

/** When people get a live update. */
export interface DeliveryTiming {
  /** Clock of `send_at`, and of people whose time zone isn't known. */
  readonly time_zone: string;
  /** Wall time `YYYY-MM-DDTHH:MM`. Null: immediately. */
  readonly send_at: string | null;
  /** `fixed`: one moment for everyone. `person`: `send_at` in each person's time zone. */
  readonly zone: "fixed" | "person";
  /** In each person's time zone. Live updates wait until they end. */
  readonly quiet_hours: QuietHours | null;
}

/** When a live update was sent, and how long it then waits for each person. */
export interface SentFor {
  readonly sent_ms: number;
  readonly ttl_s: number;
}

/** The time zones in which a day starts first and last. */
const FIRST_ZONE = "Etc/GMT-14";
const LAST_ZONE = "Etc/GMT+12";

/** When the first people get it. Undefined: immediately. */
export function firstDeliveryMs({ send_at, zone, time_zone }: DeliveryTiming): number | undefined {
  return send_at === null ? undefined : instantOf(send_at, zone === "person" ? FIRST_ZONE : time_zone);
}

/** When it has expired for everyone, in any time zone. */
export function lastExpiryMs({ send_at, zone, quiet_hours }: DeliveryTiming, { sent_ms, ttl_s }: SentFor): number {
  const last_ms = zone === "person" && send_at !== null ? (instantOf(send_at, LAST_ZONE) ?? sent_ms) : sent_ms;
  return Math.max(last_ms, sent_ms) + (quiet_hours === null ? 0 : DAY_MS) + ttl_s * SECOND_MS;
}

/**
 * From when until when a person gets a live update. `person_zone`: undefined if it isn't known.
 *
 * @example
 * const timing = { time_zone: "UTC", send_at: null, zone: "fixed", quiet_hours: { from: "22:00", to: "08:00" } } as const;
 * deliveryWindow(timing, { sent_ms: Date.UTC(2026, 11, 1, 23), ttl_s: 60 }, undefined).from_ms; // 08:00 the next day
 */
export function deliveryWindow(timing: DeliveryTiming, { sent_ms, ttl_s }: SentFor, person_zone: string | undefined) {
  const zone = clockOf(timing, person_zone);
  const { send_at, quiet_hours } = timing;
  const due_ms = timing.zone === "person" && send_at !== null ? (instantOf(send_at, zone) ?? sent_ms) : sent_ms;
  const from_ms = afterQuietHours(quiet_hours, zone, Math.max(due_ms, sent_ms));
  return { from_ms, until_ms: from_ms + ttl_s * SECOND_MS };
}

/** Whether a person gets it now: within their window, and outside their quiet hours. */
export function isDeliverable(
  timing: DeliveryTiming,
  sent: SentFor,
  person_zone: string | undefined,
  now_ms: number,
): boolean {
  const { from_ms, until_ms } = deliveryWindow(timing, sent, person_zone);
  const { quiet_hours } = timing;
  const time_zone = clockOf(timing, person_zone);
  return from_ms <= now_ms && now_ms < until_ms && !isQuiet({ quiet_hours, time_zone }, now_ms);
}

/** The end of the person's quiet hours if the time is within them, and otherwise the time itself. */
export function outsideQuietHours(timing: DeliveryTiming, person_zone: string | undefined, at_ms: number): number {
  return afterQuietHours(timing.quiet_hours, clockOf(timing, person_zone), at_ms);
}

const clockOf = ({ time_zone }: DeliveryTiming, person_zone: string | undefined): string =>
  person_zone !== undefined && isTimeZone(person_zone) ? person_zone : time_zone;

function afterQuietHours(quiet_hours: QuietHours | null, time_zone: string, at_ms: number): number {
  const wall = wallTime(at_ms, time_zone);
  if (quiet_hours === null || wall === undefined || !isQuiet({ quiet_hours, time_zone }, at_ms)) return at_ms;
  const { to } = quiet_hours;
  const day_ms = Date.parse(wall.date) + (wall.time < to ? 0 : DAY_MS);
  return instantOf(`${new Date(day_ms).toISOString().slice(0, 10)}T${to}`, time_zone) ?? at_ms;
}
