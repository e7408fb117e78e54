import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../log.ts";
import { type Statement, type Store, StoreError, type StoreErrorKind, type WriteResult } from "../store/store.ts";

export interface InsistentWriteDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, "write">;
  /** Aborted when the house stops: then a write is tried once and not again. */
  readonly stopping: AbortSignal;
}

/**
 * Writes a batch, and again while the database does not answer. The batch must be one that may be written twice, because an
 * answer may have been lost after the rows were stored.
 *
 * @returns the kind of the last error when it could not be written.
 */
export async function writeInsistently(
  deps: InsistentWriteDeps,
  batch: readonly Statement[],
): Promise<WriteResult | StoreErrorKind> {
  for (;;) {
    try {
      return await deps.store.write(batch);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.kind !== "unavailable" || deps.stopping.aborted) return error.kind;
      deps.log.warn("webhook_write_repeated", { reason: error.message });
      await pause(deps.clock, limits.webhook_retry_base_ms, deps.stopping);
    }
  }
}

/** Waits, but not past a stop. */
function pause(clock: Clock, duration_ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      stopping.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(duration_ms, end);
    stopping.addEventListener("abort", end);
  });
}
