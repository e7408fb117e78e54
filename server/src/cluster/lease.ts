import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import type { Db } from "../store/schema/schema.ts";
import { dropLease, leaseGuard, takeLease } from "../store/statements/cluster/nodes.ts";
import { type Store, StoreError } from "../store/store.ts";

export interface Lease {
  /** Stops the work and lets another node begin it. */
  stop(): Promise<void>;
}

/** Wraps a store for work under a lease: it stores nothing after another node took the lease. */
export type Fence = (store: Store) => Store;

export interface LeaseWork {
  /** `fence`: for everything that the work stores. */
  begin(fence: Fence): Promise<void>;
  end(): Promise<void>;
}

/**
 * Runs work on one node at a time. The lease counts in the database's time. A holder that can't renew it ends the work
 * before another node may begin, and begins again only after the work has ended. A process that was frozen can't: its
 * late writes are refused by their token.
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
  let held_token: number | undefined;
  let is_stopped = false;
  let cancel: Cancel = () => {};
  let cancelExpiry: Cancel = () => {};
  let trying = Promise.resolve();
  let ending = Promise.resolve();

  /** Resolves when work that is already ending has ended, too. */
  const end = (): Promise<void> => {
    cancelExpiry();
    if (held_token !== undefined) {
      held_token = undefined;
      log.info("lease_ended", { name, node_id });
      ending = work.end().catch((error: unknown) => log.warn("lease_work_not_ended", { name, error }));
    }
    return ending;
  };
  const begin = async (token: number): Promise<void> => {
    log.info("lease_taken", { name, node_id });
    held_token = token;
    try {
      await work.begin((store) => fencedStore(store, name, node_id, token));
    } catch (error) {
      // Parts of it may have begun.
      await end();
      throw error;
    }
  };
  const attempt = async (): Promise<void> => {
    const began_ms = clock.now();
    try {
      const token = await takeLease(db, name, node_id, limits.lease_ms);
      if (token === undefined) {
        await end();
        return;
      }
      // Another node held it in between, so the fence of the work refuses.
      if (token !== held_token) await end();
      if (held_token === undefined) {
        // Another node may have taken the lease while the work ended.
        if (is_stopped || clock.now() - began_ms >= limits.lease_held_ms_max) return;
        await begin(token);
      }
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

/** Parts that begin one after the other, and end at once: a slow one doesn't keep the others running. */
export function combineWork(parts: readonly LeaseWork[]): LeaseWork {
  return {
    async begin(fence) {
      for (const part of parts) await part.begin(fence);
    },
    async end() {
      await Promise.all(parts.map((part) => part.end()));
    },
  };
}

/** The guard is the first statement of each transaction, so a holder that was replaced stores nothing of a batch. */
function fencedStore(store: Store, name: string, node_id: NodeId, token: number): Store {
  return {
    ...store,
    async write(batch) {
      const guard = { query: leaseGuard(store.db, name, node_id, token), expect: 1 };
      const written = await store.write([guard, ...batch]);
      if (written.outcome === "committed") return { ...written, results: written.results.slice(1) };
      if (written.index > 0) return { ...written, index: written.index - 1 };
      throw new StoreError("unavailable", `Another node took over "${name}". Nothing was stored.`);
    },
  };
}
