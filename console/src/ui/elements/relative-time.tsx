import { type Cancel, systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { day, dayAndYear, formatExact, relative } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

/**
 * Formats a past time in minutes, hours, or days, or as a date after a week.
 *
 * @example
 * formatAgo(Date.UTC(2026, 10, 21, 10), Date.UTC(2026, 10, 21, 12)); // "2 hours ago"
 */
export function formatAgo(then_ms: number, now_ms: number): string {
  const age_ms = now_ms - then_ms;
  // Also covers a server clock that is slightly ahead.
  if (age_ms < MINUTE_MS) return t("just now");
  if (age_ms < HOUR_MS) return relative(-Math.floor(age_ms / MINUTE_MS), "minute");
  if (age_ms < DAY_MS) return relative(-Math.floor(age_ms / HOUR_MS), "hour");
  if (age_ms < 7 * DAY_MS) return relative(-Math.floor(age_ms / DAY_MS), "day");
  const same_year = new Date(then_ms).getFullYear() === new Date(now_ms).getFullYear();
  return same_year ? day(then_ms) : dayAndYear(then_ms);
}

/** Loads on the first hover. */
const TimeCard = lazy(async () => ({ default: (await import("./time-card.tsx")).TimeCard }));

const TICK_MS = 30_000;
let now_ms = systemClock.now();
let cancel: Cancel = () => undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now_ms = systemClock.now();
  cancel = systemClock.after(TICK_MS, tick);
  for (const listener of listeners) listener();
}

/** One shared timer for all times on the page. Stopped while there are none. */
function subscribe(listener: () => void): Cancel {
  if (listeners.size === 0) tick();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) cancel();
  };
}

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Whether the row that shows the time has keyboard focus, which opens the exact time too. */
  readonly focused?: boolean;
  readonly className?: string;
}

/** Relative time that stays current. Hovering shows the exact time, local and in UTC, to copy. */
export function RelativeTime({ at, focused = false, className }: RelativeTimeProps) {
  const present_ms = useSyncExternalStore(subscribe, () => now_ms);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hovered, setHovered] = useState(false);
  const then_ms = Date.parse(at);
  const opens = hovered || focused;
  return (
    <>
      <time
        ref={setAnchor}
        dateTime={at}
        // For screen readers and print. On hover, the card replaces it.
        title={opens ? undefined : formatExact(then_ms)}
        onPointerEnter={() => setHovered(true)}
        className={className}
      >
        {formatAgo(then_ms, Math.max(present_ms, then_ms))}
      </time>
      {opens && anchor !== null && (
        <Suspense>
          <TimeCard anchor={anchor} at={at} focused={focused} onGone={() => setHovered(false)} />
        </Suspense>
      )}
    </>
  );
}
