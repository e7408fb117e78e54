import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import {
  isUnavailable,
  type Statement,
  type Store,
  StoreError,
  type StoreErrorKind,
  type WriteResult,
} from "../store/store.ts";

export interface WriteWithRetryDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, "write">;
  /** Aborted when the server stops. Writes aren't retried then. */
  readonly stopping: AbortSignal;
}

/**
 * Writes a batch, and retries while the database is unavailable. The batch must be idempotent, because a response may
 * be lost after the rows were stored.
 *
 * @returns the kind of the last error if the write failed.
 */
export async function writeWithRetry(
  deps: WriteWithRetryDeps,
  batch: readonly Statement[],
): Promise<WriteResult | StoreErrorKind> {
  for (;;) {
    try {
      return await deps.store.write(batch);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!isUnavailable(error) || deps.stopping.aborted) return error.kind;
      deps.log.warn("webhook_write_repeated", { reason: error.message });
      await pause(deps.clock, limits.webhook_retry_base_ms, deps.stopping);
    }
  }
}

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
