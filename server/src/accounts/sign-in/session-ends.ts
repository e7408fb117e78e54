import type { Cancel, Clock } from "@fanfare/contract/lib/clock";

export interface SessionEnds {
  /** Notes a session that a connection belongs to. */
  note(session: { readonly ends_ms: number }): void;
  stop(): void;
}

/**
 * Calls `renew` when the first of the noted sessions ends, so that its connections end, too. Whoever is still signed in
 * is then noted again.
 *
 * @example
 * const session_ends = watchSessionEnds(clock, renewConsoles);
 * session_ends.note({ ends_ms: clock.now() + 8 * HOUR_MS });
 */
export function watchSessionEnds(clock: Pick<Clock, "now" | "after">, renew: () => void): SessionEnds {
  let next: { readonly ends_ms: number; readonly cancel: Cancel } | undefined;
  return {
    note({ ends_ms }) {
      if (next !== undefined && next.ends_ms <= ends_ms) return;
      next?.cancel();
      const cancel = clock.after(Math.max(0, ends_ms - clock.now()), () => {
        next = undefined;
        renew();
      });
      next = { ends_ms, cancel };
    },
    stop: () => next?.cancel(),
  };
}
