import { systemClock } from "@fanfare/contract/lib/clock";

/**
 * Runs this now, or after the click of a press that is under way. A change that moves what is below the pointer would
 * lose that click.
 */
export function afterPress(act: () => void): void {
  if (!document.documentElement.matches(":active")) {
    act();
    return;
  }
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    systemClock.after(0, act);
  };
  for (const sign of ["pointerup", "pointercancel"] as const)
    document.addEventListener(sign, end, { capture: true, signal: over.signal });
}
