/**
 * Acquires the lane for blocking content across all tabs of the site. Resolves to undefined while another tab holds it;
 * `onFree` is called when that tab releases it.
 */
export type AcquireLane = (onFree: () => void) => Promise<(() => void) | undefined>;

/** Without Web Locks (pages without TLS), tabs aren't coordinated. */
export function createLane(locks: LockManager | undefined, name: string): AcquireLane {
  let waiting = false;
  const wait = (onFree: () => void): void => {
    if (waiting) return;
    waiting = true;
    const done = (): void => {
      waiting = false;
      onFree();
    };
    // If locks are forbidden, there's no callback; the next change retries.
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
