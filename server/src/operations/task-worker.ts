import type { HealthFinding } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { Config } from "../config/config.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { type Backup, createBackup } from "./backup.ts";
import { examine } from "./doctor.ts";
import { pruneBackups } from "./prune-backups.ts";

/** Work that reads the whole database, run in a worker so that the server stays responsive. */
export type WorkerTask =
  | { readonly kind: "backup"; readonly config: Config; readonly now_ms: number; readonly automatic: boolean }
  | { readonly kind: "examine"; readonly config: Config; readonly now_ms: number };

/** `foreseen`: the message is meant for the operator. */
export type WorkerTaskResult =
  | { readonly kind: "backup"; readonly backup: Backup; readonly deleted: readonly string[] }
  | { readonly kind: "examined"; readonly findings: readonly HealthFinding[] }
  | { readonly kind: "failed"; readonly message: string; readonly foreseen: boolean };

async function runTask(task: WorkerTask): Promise<WorkerTaskResult> {
  switch (task.kind) {
    case "backup": {
      const { config, now_ms, automatic } = task;
      const backup = await createBackup(config, {
        ...{ to: undefined, without_key: false, now: new Date(now_ms), automatic },
      });
      // Only after the new backup is complete.
      const keep = { keep: config.backups_kept, automatic_only: true, now_ms };
      return { kind: "backup", backup, deleted: automatic ? await pruneBackups(config.data_dir, keep) : [] };
    }
    case "examine":
      return { kind: "examined", findings: await examine(task.config, task.now_ms) };
  }
}

// Cast: the main thread's types don't include a worker's global scope.
const workerScope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WorkerTask>) => void) | null;
  postMessage(answer: WorkerTaskResult): void;
};
workerScope.onmessage = ({ data }) => {
  runTask(data).then(
    (answer) => workerScope.postMessage(answer),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      workerScope.postMessage({ kind: "failed", message, foreseen: error instanceof StartupError });
    },
  );
};
