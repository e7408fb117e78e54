/** Below the time limits of tests, so that a failure shows the condition that was awaited. */
const DEADLINE_MS = 50_000;
const POLL_INTERVAL_MS = 20;

interface WaitOptions {
  readonly deadline_ms?: number;
  readonly pause?: () => Promise<unknown>;
  /** Shown when the condition doesn't come true. */
  readonly seen?: () => unknown;
}

/**
 * Polls until the condition holds, or throws its source text.
 *
 * @example
 * await eventually(() => deliveries.length === 2);
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  { deadline_ms = DEADLINE_MS, pause = () => Bun.sleep(POLL_INTERVAL_MS), seen }: WaitOptions = {},
): Promise<void> {
  const until_ms = performance.now() + deadline_ms;
  while (!(await holds())) {
    if (performance.now() > until_ms) {
      const state = seen === undefined ? "" : `\nSeen: ${JSON.stringify(seen())}`;
      throw new Error(`Not true within ${deadline_ms / 1_000} s: ${holds}${state}`);
    }
    await pause();
  }
}
