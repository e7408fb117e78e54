import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { HealthFinding } from "@fanfare/contract/schema/accounts/server-health";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import { DATABASE_FILE, KEY_FILE } from "./backup.ts";
import type { WorkerTask, WorkerTaskResult } from "./task-worker.ts";

export interface StoredBackup {
  readonly name: string;
  readonly made_at: string;
  readonly bytes: number;
  readonly with_key: boolean;
}

/** Health and backups of the running server. */
export interface Maintenance {
  /** Concurrent calls share one check. */
  examine(): Promise<readonly HealthFinding[]>;
  /** @throws ProblemError `backup_running` or `backup_refused`. */
  beginBackup(): void;
  /** The backup in progress. `bytes` is its size so far. */
  running(): Promise<{ readonly started_ms: number; readonly bytes: number } | undefined>;
  /** Why the last one failed; undefined when it did not. */
  failure(): string | undefined;
  /** The newest first. */
  list(): Promise<readonly StoredBackup[]>;
  /** Path of a backup's database. @throws ProblemError `backup_not_found`. */
  databaseOf(name: string): Promise<string>;
}

/** Names that `createBackup` gives: a time without colons and dots. */
const NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export function createMaintenance(deps: {
  readonly config: Config;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): Maintenance {
  const { config, clock, log } = deps;
  const folder = join(config.data_dir, "backups");
  let examining: Promise<readonly HealthFinding[]> | undefined;
  let started_ms: number | undefined;
  let failure: string | undefined;

  const check = async (): Promise<readonly HealthFinding[]> => {
    const answer = await runWorkerTask({ kind: "examine", config, now_ms: clock.now() });
    if (answer.kind === "examined") return answer.findings;
    throw new Error(answer.kind === "failed" ? answer.message : "The worker returned the result of another task.");
  };

  const backUp = async (): Promise<void> => {
    const answer = await runWorkerTask({ kind: "backup", config, now_ms: clock.now() });
    started_ms = undefined;
    if (answer.kind !== "failed") return log.info("backup_made");
    failure = answer.foreseen ? answer.message : "The backup couldn't be written. Check the server log for the reason.";
    log.error("backup_failed", { reason: answer.message });
  };

  return {
    examine() {
      examining ??= check().finally(() => {
        examining = undefined;
      });
      return examining;
    },
    beginBackup() {
      if (!config.database_url.startsWith("sqlite:")) {
        throw new ProblemError(
          "backup_refused",
          "The database is PostgreSQL. Back it up with pg_dump, and keep secret.key from the data directory with it.",
        );
      }
      if (started_ms !== undefined) {
        throw new ProblemError("backup_running", "A backup is already running. Wait until it appears in the list.");
      }
      started_ms = clock.now();
      failure = undefined;
      void backUp();
    },
    async running() {
      if (started_ms === undefined) return undefined;
      return { started_ms, bytes: await partialBytes(folder) };
    },
    failure: () => failure,
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME_PATTERN.test(name)).sort();
      const backups = await Promise.all(names.slice(-limits.backups_shown_max).map((name) => readBackup(folder, name)));
      return backups.filter((backup) => backup !== undefined).reverse();
    },
    async databaseOf(name) {
      const path = join(folder, name, DATABASE_FILE);
      if (NAME_PATTERN.test(name) && (await Bun.file(path).exists())) return path;
      throw new ProblemError("backup_not_found", "This server has no backup with this name. It may have been moved.");
    },
  };
}

/** Size of the database in an unfinished backup. */
async function partialBytes(folder: string): Promise<number> {
  const partial = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".partial"));
  const found = await Promise.all(
    partial.map((name) => stat(join(folder, name, DATABASE_FILE)).catch(() => undefined)),
  );
  return Math.max(0, ...found.map((file) => file?.size ?? 0));
}

/** Undefined if the directory is no backup. Hashes are compared only by a restore. */
async function readBackup(folder: string, name: string): Promise<StoredBackup | undefined> {
  const directory = join(folder, name);
  const [database, key] = await Promise.all(
    [DATABASE_FILE, KEY_FILE].map((file) => stat(join(directory, file)).catch(() => undefined)),
  );
  if (database === undefined) return undefined;
  return { name, made_at: createdAt(name), bytes: database.size, with_key: key !== undefined };
}

/** The start time that the name `2026-11-21T12-00-00-000Z` stands for. */
function createdAt(name: string): string {
  const [date = "", time = ""] = name.split("T");
  const [hour, minute, second, milli] = time.split("-");
  return `${date}T${hour}:${minute}:${second}.${milli}`;
}

/** As for the writer of SQLite: in one compiled file, programs are named from the root of the build. */
const WORKER = import.meta.url.includes("/$bunfs/")
  ? "./operations/task-worker.ts"
  : new URL("./task-worker.ts", import.meta.url).href;

/**
 * Runs one task in a Worker of its own, which ends with it.
 *
 * @example
 * await runWorkerTask({ kind: "examine", config, now_ms: clock.now() });
 */
async function runWorkerTask(task: WorkerTask): Promise<WorkerTaskResult> {
  const worker = new Worker(WORKER);
  try {
    return await new Promise<WorkerTaskResult>((resolve) => {
      worker.onmessage = (event: MessageEvent<WorkerTaskResult>) => resolve(event.data);
      worker.onerror = (event) => resolve({ kind: "failed", message: event.message, foreseen: false });
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
