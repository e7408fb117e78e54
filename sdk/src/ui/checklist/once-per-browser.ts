import { CLAIM_MS } from "../limits.ts";
import type { Page } from "../types.ts";

/**
 * Whether this window is the first of the browser to do something that is to be done once. It has the right for so long
 * that the others hear of it from the server. Where the browser has no Web Locks (pages without TLS), each is the first.
 *
 * @example
 * if (await claim(page, "fanfare:cnt_1:invite")) on({ kind: "step_completed", step_id: "invite" });
 */
export function oncePerBrowser({ window, clock }: Pick<Page, "window" | "clock">, what: string): Promise<boolean> {
  const locks: LockManager | undefined = window.navigator.locks;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise((release) => clock.after(CLAIM_MS, release));
    };
    locks.request(what, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}
