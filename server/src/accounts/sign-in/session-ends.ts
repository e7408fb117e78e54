import type { Cancel, Clock } from "@fanfare/contract/lib/clock";

/**
 * Calls `renew` when the first of the noted sessions ends, so that its connections end, too. Whoever is still signed in
 * is then noted again.
 *
 * @example
 * const noteSession = renewAtEnds(clock, renewConsoles);
 * noteSession({ ends_ms: clock.now() + 8 * HOUR_MS });
 */
export function renewAtEnds(
  clock: Pick<Clock, "now" | "after">,
  renew: () => void,
): (session: { readonly ends_ms: number }) => void {
  let next: { readonly ends_ms: number; readonly cancel: Cancel } | undefined;
  return ({ ends_ms }) => {
    if (next !== undefined && next.ends_ms <= ends_ms) return;
    next?.cancel();
    const cancel = clock.after(Math.max(0, ends_ms - clock.now()), () => {
      next = undefined;
      renew();
    });
    next = { ends_ms, cancel };
  };
}
