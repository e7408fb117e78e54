import type { Status } from "../order.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const euros = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });

export const STATUS_NAMES: Readonly<Record<Status, string>> = { new: "New", packing: "Packing", shipped: "Shipped" };

export function money(cents: number): string {
  return euros.format(cents / 100);
}

export function timeOfDay(iso: string): string {
  return clock.format(new Date(iso));
}

export function today(now_ms: number): string {
  return day.format(new Date(now_ms));
}

export function ago(iso: string, now_ms: number): string {
  const age_ms = now_ms - Date.parse(iso);
  if (age_ms < MINUTE_MS) return "just now";
  if (age_ms < HOUR_MS) return `${Math.floor(age_ms / MINUTE_MS)} min ago`;
  return `${Math.floor(age_ms / HOUR_MS)} h ${Math.floor((age_ms % HOUR_MS) / MINUTE_MS)} min ago`;
}

/** Initials of a name: "Ada Larkspur" is AL. */
export function initials(name: string): string {
  return name
    .split(" ")
    .map((word) => word.slice(0, 1))
    .join("")
    .slice(0, 2)
    .toUpperCase();
}
