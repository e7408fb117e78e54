import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import type { Db } from "../store/schema/schema.ts";
import { dropLease, takeLease } from "../store/statements/cluster/nodes.ts";

export interface Lease {
  /** Stops the work and lets another node begin it. */
  stop(): Promise<void>;
}

export interface LeaseWork {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Runs work on one node at a time. The lease counts in the database's time. A holder that can't renew it ends the work
 * before another node may begin.
 *
 * @example
 * const lease = holdLease("background", { clock, log, db, node_id }, { begin, end });
 */
export function holdLease(
  name: string,
  deps: {
    readonly clock: Pick<Clock, "now" | "after">;
    readonly log: Log;
    readonly db: Db;
    readonly node_id: NodeId;
  },
  work: LeaseWork,
): Lease {
  const { clock, log, db, node_id } = deps;
  let renewed_ms: number | undefined;
  let is_stopped = false;
  let cancel: Cancel = () => {};
  let cancelExpiry: Cancel = () => {};
  let trying = Promise.resolve();

  const end = async (): Promise<void> => {
    cancelExpiry();
    if (renewed_ms === undefined) return;
    renewed_ms = undefined;
    log.info("lease_ended", { name, node_id });
    await work.end();
  };
  const attempt = async (): Promise<void> => {
    const began_ms = clock.now();
    try {
      if (!(await takeLease(db, name, node_id, limits.lease_ms))) {
        await end();
        return;
      }
      if (renewed_ms === undefined) {
        log.info("lease_taken", { name, node_id });
        await work.begin();
      }
      renewed_ms = began_ms;
      cancelExpiry();
      // Counts from the start of the renewal, because the lease may count from there.
      const left_ms = began_ms + limits.lease_held_ms_max - clock.now();
      cancelExpiry = clock.after(Math.max(0, left_ms), () => void end());
    } catch (error) {
      log.warn("lease_not_renewed", { name, error });
    }
  };
  const run = (): void => {
    trying = attempt().finally(() => {
      if (!is_stopped) cancel = clock.after(limits.lease_renew_ms, run);
    });
  };
  run();
  return {
    async stop() {
      is_stopped = true;
      cancel();
      await trying;
      await end();
      await dropLease(db, name, node_id).catch((error: unknown) => log.warn("lease_not_dropped", { name, error }));
    },
  };
}
