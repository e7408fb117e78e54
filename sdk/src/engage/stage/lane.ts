/**
 * Takes the one lane for what blocks the screen, over all tabs of the site; undefined while another tab has it, and
 * `onFree` is called when that tab has let go.
 */
export type AcquireLane = (onFree: () => void) => Promise<(() => void) | undefined>;

/** Where the browser has no Web Locks (pages without TLS), each tab is on its own. */
export function createLane(locks: LockManager | undefined, name: string): AcquireLane {
  let waiting = false;
  const wait = (onFree: () => void): void => {
    if (waiting) return;
    waiting = true;
    const done = (): void => {
      waiting = false;
      onFree();
    };
    // A page that may not use locks is never told; it tries again when something else changes.
    locks?.request(name, () => {}).then(done, () => {});
  };
  return (onFree) =>
    new Promise((resolve) => {
      if (!locks) return resolve(() => {});
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        if (lock) return new Promise((release) => resolve(release));
        wait(onFree);
        resolve(undefined);
        return undefined;
      };
      locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}));
    });
}
