import { type Language, language } from "./language.ts";

/* Formats numbers, times, and names in the page's language. No other module passes a locale to `Intl`.
   Instants are in milliseconds since 1970 (UTC). */
const { locale, tag } = language;

const to_minute = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
const minute_of_day = new Intl.DateTimeFormat(locale, to_minute);
const wall_minute = new Intl.DateTimeFormat(locale, { ...to_minute, timeZone: "UTC" });

const whole = new Intl.NumberFormat(locale);
const relative_time = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const day_and_month = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const day_month_year = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const weekday_day = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
const weekday_and_day = new Intl.DateTimeFormat(locale, weekday_day);
const minutes = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const to_second = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const seconds = new Intl.DateTimeFormat(locale, to_second);
const to_zone = { dateStyle: "full", timeStyle: "long" } as const;
const full = new Intl.DateTimeFormat(locale, to_zone);
const full_date = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
const full_utc = new Intl.DateTimeFormat(locale, { ...to_zone, timeZone: "UTC" });

/** English has a space before the sign. In Arabic, a space would move the sign to the wrong side. */
/** In right-to-left text, U+200E keeps the sign in front of the number. */
const SIGN_FIRST: Readonly<Record<Language["tag"], string>> = { en: "", ar: "\u200e" };
const COMMA: Readonly<Record<Language["tag"], string>> = { en: ", ", ar: "، " };

/** With separators and up to 3 decimals: `12,345`. */
export function number(value: number): string {
  return whole.format(value);
}

/** `decimal(12.345, 1)` is `12.3`. */
export function decimal(value: number, digits_max: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: digits_max });
}

/** Formats a share (0 to 1): `percent(0.125, 1)` is `12.5%`. */
export function percent(share: number, digits_max = 0): string {
  return `${decimal(share * 100, digits_max)}%`;
}

/**
 * Formats a share of a total, with a decimal below 1%. A dash if the total is 0.
 *
 * @example
 * formatRate(1, 3); // "33%"
 */
export function formatRate(some: number, all: number): string {
  if (all === 0) return "–";
  const share = some / all;
  return percent(share, share > 0 && share < 0.01 ? 1 : 0);
}

/** Formats a difference with its sign: `signed(4.12, 1)` is `+4.1`. Zero is `0`. */
export function signed(value: number, digits_max: number): string {
  const least = 10 ** -digits_max / 2;
  const sign = value >= least ? "+" : value <= -least ? "−" : "";
  return sign === "" ? decimal(0, 0) : SIGN_FIRST[tag] + sign + decimal(Math.abs(value), digits_max);
}

/** Formats a difference of shares: `signedPercent(-0.4)` is `−40%`. */
export function signedPercent(share: number, digits_max = 0): string {
  return `${signed(share * 100, digits_max)}%`;
}

/** `Nov 21`. */
export function day(at_ms: number): string {
  return day_and_month.format(at_ms);
}

/** `Nov 21, 2026`. */
export function dayAndYear(at_ms: number): string {
  return day_month_year.format(at_ms);
}

/** A UTC day with its weekday: `Sat, Nov 21`. */
export function weekday(at_ms: number): string {
  return weekday_and_day.format(at_ms);
}

/** `Saturday, November 21, 2026`. */
export function fullDay(at_ms: number): string {
  return full_date.format(at_ms);
}

/** `09:05` (24-hour clock). */
export function timeOfDay(at_ms: number): string {
  return minutes.format(at_ms);
}

/** `09:05:42`. */
export function timeOfDayWithSeconds(at_ms: number): string {
  return seconds.format(at_ms);
}

/** With seconds, weekday, and time zone. */
export function formatExact(at_ms: number): string {
  return full.format(at_ms);
}

/** `Nov 21, 2026, 09:05`, for times whose zone is named elsewhere. */
export function dayAndTime(at_ms: number): string {
  return minute_of_day.format(at_ms);
}

/** The same for a time that isn't tied to a zone, as if it were in UTC. */
export function wallTime(at_ms: number): string {
  return wall_minute.format(at_ms);
}

/** In UTC, to compare with server logs. */
export function formatExactUtc(at_ms: number): string {
  return full_utc.format(at_ms);
}

/** `relative(-2, "hour")` is `2 hours ago`, `relative(1, "day")` is `tomorrow`. */
export function relative(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  return relative_time.format(amount, unit);
}

/** `Ada, Grace, Linus`. */
export function list(items: readonly string[]): string {
  return items.join(COMMA[tag]);
}

/** Name of a language, by default in the page's language: `languageName("de")` is `German`. */
export function languageName(bcp47: string, said_in: string = locale): string {
  try {
    return new Intl.DisplayNames([said_in], { type: "language" }).of(bcp47) ?? bcp47;
  } catch {
    // Unknown tags are returned unchanged.
    return bcp47;
  }
}
