import { systemClock } from "@fanfare/contract/lib/clock";
import { day, dayAndYear, formatExact, timeOfDay } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

/**
 * Formats a start time, with its year if that isn't the current one. Instants use the viewer's clock, and times without
 * `Z` apply to each person's local time.
 *
 * @example
 * describeStart("2026-12-01T09:00"); // "Dec 1, 09:00 in each person’s time zone"
 */
export function describeStart(at: string, now_ms: number = systemClock.now()): string {
  const at_ms = Date.parse(at);
  const same_year = new Date(at_ms).getFullYear() === new Date(now_ms).getFullYear();
  const time = t("{day}, {time}", { day: (same_year ? day : dayAndYear)(at_ms), time: timeOfDay(at_ms) });
  return at.endsWith("Z") ? time : t("{time} in each person’s time zone", { time });
}

export default function StartsAt({ at }: { readonly at: string }) {
  return (
    <time
      dateTime={at}
      title={at.endsWith("Z") ? formatExact(Date.parse(at)) : undefined}
      className="relative z-1 text-xs text-ink-2 text-pretty"
    >
      {t("Starts {when}", { when: describeStart(at) })}
    </time>
  );
}

export function PublishesAt({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatExact(Date.parse(at))} className="relative z-1 text-xs text-ink-2 text-pretty">
      {t("Publishes {when}", { when: describeStart(at) })}
    </time>
  );
}
