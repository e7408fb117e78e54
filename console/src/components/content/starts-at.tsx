import { dayAndYear, formatExact, timeOfDay } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

/**
 * Formats a start time. Instants use the viewer's clock, and times without `Z` apply to each person's local time.
 *
 * @example
 * describeStart("2026-12-01T09:00"); // "Dec 1, 2026, 09:00 on each person’s clock"
 */
export function describeStart(at: string): string {
  const at_ms = Date.parse(at);
  const time = t("{day}, {time}", { day: dayAndYear(at_ms), time: timeOfDay(at_ms) });
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
