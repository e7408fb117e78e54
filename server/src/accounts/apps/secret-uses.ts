import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../../lib/log.ts";
import { touchSecrets } from "../../store/statements/accounts/apps.ts";
import type { Store } from "../../store/store.ts";

/** Last use of each secret. Collected in memory and written at most once a minute. */
export interface SecretUses {
  note(secret_id: string): void;
  /** Writes pending uses. Ignores later ones. */
  stop(): Promise<void>;
}

/**
 * @example
 * const uses = createSecretUses({ clock, log, store });
 * uses.note("sec_…");
 */
export function createSecretUses(deps: {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
  readonly store: Store;
}): SecretUses {
  const { clock, log, store } = deps;
  const used = new Set<string>();
  let cancel: Cancel | undefined;
  let stopped = false;

  const write = async (): Promise<void> => {
    cancel = undefined;
    const ids = [...used];
    used.clear();
    if (ids.length === 0) return;
    try {
      await store.write([{ query: touchSecrets(store.db, ids, clock.now()) }]);
    } catch (error) {
      // Loses one minute of last-use times, which are informational only.
      log.warn("secret_use_not_noted", { error });
    }
  };

  return {
    note(secret_id) {
      if (stopped || used.has(secret_id)) return;
      used.add(secret_id);
      cancel ??= clock.after(limits.secret_use_note_ms, () => void write());
    },
    async stop() {
      stopped = true;
      cancel?.();
      await write();
    },
  };
}
