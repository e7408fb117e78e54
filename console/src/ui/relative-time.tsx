import { type Cancel, systemClock } from "@fanfare/contract/clock";
import { useSyncExternalStore } from "react";
import { exactly } from "../language/format.ts";
import { ago } from "./time.ts";

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

/** How long ago, kept true; the exact instant on hover. */
export function RelativeTime({ at, className }: { readonly at: string; readonly className?: string }) {
  const present_ms = useSyncExternalStore(subscribe, () => now_ms);
  const then_ms = Date.parse(at);
  return (
    <time dateTime={at} title={exactly(then_ms)} className={className}>
      {ago(then_ms, Math.max(present_ms, then_ms))}
    </time>
  );
}
