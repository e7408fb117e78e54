import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Log } from "./log.ts";

export interface RepeatedWork {
  readonly interval_ms: number;
  /** Logged if a run fails. The next one repeats it. */
  readonly failure: string;
  run(): Promise<void>;
}

/** Runs work again and again, with a pause after each run. `stop` resolves when the run under way is over. */
export function repeatWork(
  { clock, log }: { readonly clock: Pick<Clock, "after">; readonly log: Pick<Log, "error"> },
  { interval_ms, failure, run }: RepeatedWork,
): { start(): void; stop(): Promise<void> } {
  let cancel: Cancel | undefined;
  let stopped = false;
  let running = Promise.resolve();
  const next = (): void => {
    if (stopped) return;
    cancel = clock.after(interval_ms, () => {
      running = run()
        .catch((error: unknown) => log.error(failure, { error }))
        .finally(next);
    });
  };
  return {
    start: next,
    async stop() {
      stopped = true;
      cancel?.();
      await running;
    },
  };
}
