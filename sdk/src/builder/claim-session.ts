import type { SessionDeps } from "./session.ts";

/** A page that is being left still holds its session for a moment. */
const RELEASE_MS = 2_000;

/**
 * Makes this the only tab with the session, until the returned function is called or the page is left. Undefined if
 * another tab has it: browsers copy the storage of a tab that is duplicated. `steal`: takes it from that tab.
 */
export function claimSession(
  { window, clock }: Pick<SessionDeps, "window" | "clock">,
  id: string,
  steal = false,
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    // Missing in insecure contexts, where the tab that was opened last has the session.
    const locks: LockManager | undefined = window.navigator.locks;
    const late = new AbortController();
    const cancel = clock.after(RELEASE_MS, () => late.abort());
    const hold = (): Promise<void> => new Promise((release) => resolve(release));
    if (locks === undefined) resolve(() => {});
    else {
      locks
        .request(`fanfare-builder-${id}`, steal ? { steal } : { signal: late.signal }, () => {
          cancel();
          return hold();
        })
        // Another tab has it, or takes it later.
        .catch(() => resolve(undefined));
    }
  });
}
