import { type Cancel, systemClock } from "@fanfare/contract/clock";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { exactly } from "../language/format.ts";
import { ago } from "./time.ts";

/** Comes when a pointer first rests on a time. */
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

/** One clock for every time on the page; it stands still while there is none. */
function subscribe(listener: () => void): Cancel {
  if (listeners.size === 0) tick();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) cancel();
  };
}

/** How long ago, kept true; the exact instant on hover, here and in UTC, to be copied. */
export function RelativeTime({ at, className }: { readonly at: string; readonly className?: string }) {
  const present_ms = useSyncExternalStore(subscribe, () => now_ms);
  const [under, setUnder] = useState<HTMLElement>();
  const then_ms = Date.parse(at);
  return (
    <>
      <time
        dateTime={at}
        // What is heard, and printed; under the pointer the card says it.
        title={under === undefined ? exactly(then_ms) : undefined}
        onPointerEnter={({ currentTarget }) => setUnder(currentTarget)}
        className={className}
      >
        {ago(then_ms, Math.max(present_ms, then_ms))}
      </time>
      {under !== undefined && (
        <Suspense>
          <TimeCard anchor={under} at={at} onGone={() => setUnder(undefined)} />
        </Suspense>
      )}
    </>
  );
}
