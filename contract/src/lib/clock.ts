/** Stops a pending timer. No effect if it was already canceled or has fired. */
export type Cancel = () => void;

/**
 * Injectable time: nothing in Fanfare calls `Date.now` or `setTimeout` except {@link systemClock}. `now` is UTC
 * milliseconds. `after` runs `task` once, no sooner than `delay_ms` from now.
 *
 * @example
 * const cancel = clock.after(30_000, () => socket.close(4201, "Pong reply not received"));
 */
export interface Clock {
  now(): number;
  after(delay_ms: number, task: () => void): Cancel;
}

/** Longest delay of platform timers. A longer `setTimeout` fires immediately. */
export const PLATFORM_TIMER_MAX_MS = 2_147_483_647;

/** The platform's clock. Reads globals at call time to respect pages that replace them later. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay_ms, task) {
    const handle = setTimeout(task, Math.min(delay_ms, PLATFORM_TIMER_MAX_MS));
    return () => clearTimeout(handle);
  },
};

/** A clock that only moves on request. Timers fire in order of time, then of creation. */
export interface ManualClock extends Clock {
  /** Moves time forward by `duration_ms` and runs every timer that becomes due. */
  advance(duration_ms: number): void;
  /** Number of pending timers. Leak tests compare it before and after. */
  pending(): number;
}

/**
 * @example
 * const clock = manualClock(Date.UTC(2026, 0, 1));
 * clock.advance(364 * DAY_MS);
 */
export function manualClock(start_ms = 0): ManualClock {
  let now_ms = start_ms;
  /** Sorted by firing order: simulated pages create thousands of timers, and each time step reads the first. */
  const timers: { readonly due_ms: number; readonly task: () => void }[] = [];

  /** Insertion index for a new timer: after all timers due at the same time or earlier. */
  const placeOf = (due_ms: number): number => {
    let low = 0;
    for (let high = timers.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((timers[middle]?.due_ms ?? 0) > due_ms) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return {
    now: () => now_ms,
    after(delay_ms, task) {
      const timer = { due_ms: now_ms + Math.max(0, delay_ms), task };
      timers.splice(placeOf(timer.due_ms), 0, timer);
      return () => {
        let place = placeOf(timer.due_ms) - 1;
        while (timers[place]?.due_ms === timer.due_ms && timers[place] !== timer) place--;
        if (timers[place] === timer) timers.splice(place, 1);
      };
    },
    advance(duration_ms) {
      const end_ms = now_ms + duration_ms;
      for (let [timer] = timers; timer !== undefined && timer.due_ms <= end_ms; [timer] = timers) {
        timers.shift();
        now_ms = Math.max(now_ms, timer.due_ms);
        timer.task();
      }
      // A timer may have advanced the clock further.
      now_ms = Math.max(now_ms, end_ms);
    },
    pending: () => timers.length,
  };
}
