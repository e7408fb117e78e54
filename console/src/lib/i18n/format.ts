import { type Language, language } from "./language.ts";

/*
 * Numbers, times and names as the page's language writes them: the only place where `Intl` is asked for a language.
 * Instants are milliseconds since 1970, UTC.
 */
const { locale, tag } = language;

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
const full_utc = new Intl.DateTimeFormat(locale, { ...to_zone, timeZone: "UTC" });

/** In English the sign stands apart; Arabic digits keep the sign on their own side only without a space. */
const PERCENT: Readonly<Record<Language["tag"], string>> = { en: " %", ar: "%" };
/** From the right to the left a sign would stand behind its number without a mark (U+200E) in front of it. */
const SIGN_FIRST: Readonly<Record<Language["tag"], string>> = { en: "", ar: "\u200e" };
const COMMA: Readonly<Record<Language["tag"], string>> = { en: ", ", ar: "، " };

/** With separators: `12,345`. Decimals are kept to the third. */
export function number(value: number): string {
  return whole.format(value);
}

/** With at most so many decimals: `decimal(12.345, 1)` is `12.3`. */
export function decimal(value: number, digits_max: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: digits_max });
}

/** A share from 0 to 1 with at most so many decimals: `percent(0.125, 1)` is `12.5 %`. */
export function percent(share: number, digits_max = 0): string {
  return decimal(share * 100, digits_max) + PERCENT[tag];
}

/** A difference, with its sign and at most so many decimals: `signed(4.12, 1)` is `+4.1`, and nothing is `0`. */
export function signed(value: number, digits_max: number): string {
  const least = 10 ** -digits_max / 2;
  const sign = value >= least ? "+" : value <= -least ? "−" : "";
  return sign === "" ? decimal(0, 0) : SIGN_FIRST[tag] + sign + decimal(Math.abs(value), digits_max);
}

/** A difference of shares: `signedPercent(-0.4)` is `−40 %`. */
export function signedPercent(share: number, digits_max = 0): string {
  return signed(share * 100, digits_max) + PERCENT[tag];
}

/** `Nov 21`. */
export function day(at_ms: number): string {
  return day_and_month.format(at_ms);
}

/** `Nov 21, 2026`. */
export function dayAndYear(at_ms: number): string {
  return day_month_year.format(at_ms);
}

/** A day that the server counted, in UTC, with its weekday: `Sat, Nov 21`. */
export function weekday(at_ms: number): string {
  return weekday_and_day.format(at_ms);
}

/** `09:05`, on a clock of 24 hours. */
export function timeOfDay(at_ms: number): string {
  return minutes.format(at_ms);
}

/** `09:05:42`. */
export function timeOfDayWithSeconds(at_ms: number): string {
  return seconds.format(at_ms);
}

/** To the second, with weekday and time zone. */
export function formatExact(at_ms: number): string {
  return full.format(at_ms);
}

/** The same in UTC, as servers and logs have it. */
export function formatExactUtc(at_ms: number): string {
  return full_utc.format(at_ms);
}

/** From now: `relative(-2, "hour")` is `2 hours ago`, `relative(1, "day")` is `tomorrow`. */
export function relative(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  return relative_time.format(amount, unit);
}

/** One after the other: `Ada, Grace, Linus`. */
export function list(items: readonly string[]): string {
  return items.join(COMMA[tag]);
}

/** What a language is called, in the page's own or in another: `languageName("de")` is `German`. */
export function languageName(bcp47: string, said_in: string = locale): string {
  try {
    return new Intl.DisplayNames([said_in], { type: "language" }).of(bcp47) ?? bcp47;
  } catch {
    // A tag that no browser knows names itself.
    return bcp47;
  }
}
