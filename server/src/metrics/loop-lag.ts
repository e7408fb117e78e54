import type { Cancel, Clock } from "@fanfare/contract/lib/clock";

const INTERVAL_MS = 250;
/** The longest lag of this time is shown, so that scrapes of several programs see the same. */
const WINDOW_MS = 15_000;

export interface LoopLag {
  /** Longest delay of a timer in the last 15 to 30 seconds: how long the event loop was blocked. */
  longest_ms(): number;
  stop(): void;
}

export function watchLoopLag(clock: Clock): LoopLag {
  let cancel: Cancel = () => {};
  let window = { since_ms: clock.now(), longest_ms: 0 };
  let before_ms = 0;
  const watch = (): void => {
    const due_ms = clock.now() + INTERVAL_MS;
    cancel = clock.after(INTERVAL_MS, () => {
      const now_ms = clock.now();
      if (now_ms - window.since_ms >= WINDOW_MS) {
        before_ms = window.longest_ms;
        window = { since_ms: now_ms, longest_ms: 0 };
      }
      window.longest_ms = Math.max(window.longest_ms, now_ms - due_ms);
      watch();
    });
  };
  watch();
  return { longest_ms: () => Math.max(window.longest_ms, before_ms), stop: () => cancel() };
}
