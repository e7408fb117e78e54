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

/** Deletes apps. */
export interface AppRemover {
  /**
   * The app is gone for everybody when this resolves: key, secrets, open connections. Its rows are taken away afterwards.
   *
   * @throws ProblemError `app_not_found`, or `app_last` for the only one.
   */
  remove(app_id: AppId, member_id: MemberId | null): Promise<void>;
  /** Takes away what an earlier start could not finish. */
  resume(): void;
  /** Resolves when no rows of deleted apps are left, or, after `stop`, when the present step is done. */
  idle(): Promise<void>;
  /** The next start goes on. */
  stop(): Promise<void>;
}

/** `endApp` closes the open connections of an app. */
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

  /** Small steps: the writer serves everybody else between two of them. */
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
    // What fails here is tried again at the next start, or with the next app that is deleted.
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
