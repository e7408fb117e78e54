/** Below the time limits of tests, so that a failure shows the condition that was awaited. */
const DEADLINE_MS = 50_000;
const POLL_INTERVAL_MS = 20;

/**
 * Polls until the condition holds, or throws its source text.
 *
 * @example
 * await eventually(() => deliveries.length === 2);
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  pause: () => Promise<unknown> = () => Bun.sleep(POLL_INTERVAL_MS),
): Promise<void> {
  const deadline_ms = performance.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline_ms) throw new Error(`Not true within ${DEADLINE_MS / 1_000} s: ${holds}`);
    await pause();
  }
}
