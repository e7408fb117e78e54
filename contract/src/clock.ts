/** Stops a pending timer. Calling it twice, or after the timer fired, does nothing. */
export type Cancel = () => void;

/**
 * Time as an argument: nothing in Fanfare calls `Date.now` or `setTimeout` except {@link systemClock}.
 * `now` is UTC milliseconds; `after` runs `task` once, no sooner than `delay_ms` from now.
 *
 * @example
 * const cancel = clock.after(30_000, () => socket.close(4201, "Pong reply not received"));
 */
export interface Clock {
  now(): number;
  after(delay_ms: number, task: () => void): Cancel;
}

/** A timer of the platform waits at most this long; a longer `setTimeout` fires at once. */
export const PLATFORM_TIMER_MAX_MS = 2_147_483_647;

/** The platform's clock. Reads the globals at call time, so that a page which replaces them later is respected. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay_ms, task) {
    const handle = setTimeout(task, Math.min(delay_ms, PLATFORM_TIMER_MAX_MS));
    return () => clearTimeout(handle);
  },
};

/** A clock that moves only when told to: timers fire in order of time, then of creation. */
export interface ManualClock extends Clock {
  /** Moves time forward by `duration_ms`, running every timer that falls due on the way. */
  advance(duration_ms: number): void;
  /** How many timers wait. A leak test compares it before and after. */
  pending(): number;
}

/**
 * @example
 * const clock = manualClock(Date.UTC(2026, 0, 1));
 * clock.advance(364 * DAY_MS);
 */
export function manualClock(start_ms = 0): ManualClock {
  let now_ms = start_ms;
  let sequence = 0;
  const timers = new Map<number, { due_ms: number; task: () => void }>();

  const nextDue = (limit_ms: number): number | undefined => {
    let best: number | undefined;
    for (const [id, timer] of timers) {
      if (timer.due_ms > limit_ms) continue;
      const other = best === undefined ? undefined : timers.get(best);
      if (other === undefined || timer.due_ms < other.due_ms) best = id;
    }
    return best;
  };

  return {
    now: () => now_ms,
    after(delay_ms, task) {
      const id = sequence++;
      timers.set(id, { due_ms: now_ms + Math.max(0, delay_ms), task });
      return () => {
        timers.delete(id);
      };
    },
    advance(duration_ms) {
      const end_ms = now_ms + duration_ms;
      for (let id = nextDue(end_ms); id !== undefined; id = nextDue(end_ms)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer === undefined) continue;
        now_ms = Math.max(now_ms, timer.due_ms);
        timer.task();
      }
      // A timer may have moved the clock further itself.
      now_ms = Math.max(now_ms, end_ms);
    },
    pending: () => timers.size,
  };
}
