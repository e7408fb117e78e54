import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { CompiledQuery } from "kysely";
import type { Log } from "../../lib/log.ts";
import {
  deletedApps,
  eraseApp,
  erasePeople,
  markDeleted,
  unlinkMergedPeople,
} from "../../store/statements/accounts/deleted-apps.ts";
import type { Store } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import type { AppDirectory } from "./app-directory.ts";

export interface AppRemover {
  /**
   * Resolves when the app's key, secrets, and open connections no longer work. Its rows are deleted afterwards.
   *
   * @throws ProblemError `app_not_found`, or `app_last` for the only one.
   */
  remove(app_id: AppId, member_id: MemberId | null): Promise<void>;
  /** Continues deletions that an earlier process didn't finish. */
  resume(): void;
  /** Resolves when no rows of deleted apps are left or, after `stop`, when the current step is done. */
  idle(): Promise<void>;
  /** Stops after the current step. The next start continues. */
  stop(): Promise<void>;
}

/** @param deps `endApp` closes an app's open connections. */
export function createAppRemover(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly log: Log;
  readonly endApp: (app_id: AppId) => void;
}): AppRemover {
  const { clock, store, apps, log } = deps;
  let stopped = false;
  let work = Promise.resolve();

  /** Small steps, so that other writes can run in between. */
  const repeat = async (step: CompiledQuery): Promise<void> => {
    for (;;) {
      if (stopped) return;
      const written = await store.write([{ query: step }]);
      if (written.outcome === "unmet" || written.results[0]?.affected === 0) return;
    }
  };
  const erase = async (): Promise<void> => {
    for (const app_id of await deletedApps(store.db)) {
      await repeat(unlinkMergedPeople(store.db, app_id, limits.erase_step_rows_max));
      await repeat(erasePeople(store.db, app_id, limits.erase_step_rows_max));
      if (stopped) return;
      await store.write([{ query: eraseApp(store.db, app_id), expect: 1 }]);
      log.info("app_erased", { app_id });
    }
  };
  const resume = (): void => {
    // Retried at the next start, or when the next app is deleted.
    work = work.then(erase).catch((error: unknown) => log.error("app_not_erased", { error }));
  };

  return {
    async remove(app_id, member_id) {
      const app = apps.byId(app_id);
      if (app === undefined || app.system) throw new ProblemError("app_not_found", "App not found.");
      const written = await store.write([
        { query: markDeleted(store.db, app_id, clock.now()), expect: 1 },
        auditStatement(deps, {
          member_id,
          action: "app.delete",
          resource: { type: "app", id: app_id },
          app_id,
          detail: { key: app.key, name: app.name },
        }),
      ]);
      if (written.outcome === "unmet") {
        throw new ProblemError("app_last", "This is the only app. Create another app before you delete this one.");
      }
      await apps.refresh(app_id);
      deps.endApp(app_id);
      resume();
    },
    resume,
    idle: () => work,
    stop() {
      stopped = true;
      return work;
    },
  };
}
