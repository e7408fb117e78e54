import type { Clock } from "@fanfare/contract/lib/clock";

/** Resolves to the result, or to undefined on failure or timeout. */
export function withTimeout<Result>(
  clock: Clock,
  wait_ms: number,
  result: Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const give = (value?: Result): void => {
      cancel();
      resolve(value);
    };
    const cancel = clock.after(wait_ms, give);
    result.then(give, () => give());
  });
}
