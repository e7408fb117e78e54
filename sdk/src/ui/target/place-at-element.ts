import type { ElementPosition } from "@fanfare/contract/content/announcement";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { call } from "../../lib/native.ts";
import type { Guard } from "../dom/guard.ts";
import { LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "../limits.ts";
import type { PlayerOptions } from "../types.ts";
import { waitForTarget } from "./wait-for-target.ts";
import { watchTarget } from "./watch-target.ts";

/**
 * Puts a host into the flow of the page, and calls `present` once it's there. It waits for its element, and again whenever
 * the element is gone. Returns what releases the page.
 */
export function placeAtElement(
  options: Pick<PlayerOptions, "document" | "window" | "clock" | "on"> & { readonly guard: Guard },
  { place, target, wait_ms }: ElementPosition,
  step_id: string,
  host: HTMLElement,
  present: () => void,
): Cancel {
  const { document, window, clock, on, guard } = options;
  let stop: Cancel = () => {};
  let presented = false;
  let told_missing = false;
  const seek = (patience_ms: number): void => {
    stop = waitForTarget(
      options,
      target,
      patience_ms,
      guard((found) => {
        if (found.element) return stay(found.element);
        if (!told_missing) on({ kind: "target_missing", step_id, tried: found.tried });
        told_missing = true;
        seek(DAY_MS);
      }),
      PATIENT_LOOK_GAP_MS,
    );
  };
  const stay = (found: Element): void => {
    if (place === "inside") call(found, "append", host);
    else call(found, place, host);
    const lost = guard((): void => {
      stop();
      host.replaceWith();
      // Not at once: a page that keeps removing it must not be slowed down.
      stop = clock.after(LOOK_GAP_MS, () => seek(wait_ms));
    });
    const removals = new window.MutationObserver(() => {
      if (!(host.isConnected && found.isConnected)) lost();
    });
    removals.observe(document, { subtree: true, childList: true });
    const forget = watchTarget(options, found, target, lost);
    stop = () => {
      removals.disconnect();
      forget();
    };
    if (!presented) present();
    presented = true;
  };
  seek(wait_ms);
  return () => stop();
}
