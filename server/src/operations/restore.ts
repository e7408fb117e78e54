import { existsSync } from "node:fs";
import { chmod, copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { KEY_FILE } from "../lib/key-file.ts";
import { StartupError } from "../lib/operator-errors.ts";
import type { SchemaProblem } from "../store/migrate.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { checkpointLog, inspectDatabase } from "../store/sqlite/backup.ts";
import { acquireFileLock, type FileLock } from "../store/sqlite/file-lock.ts";
import { DATABASE_FILE, databaseFile, OWNER_ONLY, readManifest, syncPath } from "./backup.ts";
import { INSTALLATION_FILE } from "./installation.ts";

export interface RestoreResult {
  readonly database: string;
  readonly made_at: string;
  /** Path of the previous database. Null if there was none. */
  readonly kept: string | null;
}

/**
 * Replaces the database with a backup. No server may have the database open. Keeps the previous database under another
 * name. Checks everything before changing anything, and replaces the database atomically.
 *
 * @throws StartupError with a message for the operator.
 */
export async function restoreBackup(
  config: Pick<Config, "data_dir" | "database_url">,
  options: { readonly from: string; readonly now: Date },
): Promise<RestoreResult> {
  const target = databaseFile(config);
  const source = resolve(options.from);
  const manifest = await readManifest(source);
  const found = inspectDatabase(join(source, DATABASE_FILE));
  if (found.outcome === "unusable") throw new StartupError(found.reason);
  if (found.problem !== undefined) throw new StartupError(schemaRefusal(found.problem, found.schema));
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await mkdir(config.data_dir, { recursive: true, mode: 0o700 });
  const lock = takeLock(target);
  try {
    const stamp = options.now.toISOString().replaceAll(/[:.]/g, "-");
    const kept = await backUpCurrentFiles(target, stamp);
    // Replace the key first: until the database is replaced, running the command again has the same result.
    if (manifest.files[KEY_FILE] !== undefined)
      await replace(join(source, KEY_FILE), join(config.data_dir, KEY_FILE), stamp);
    // The backup may be from another installation. The next start records its ID.
    await rm(join(config.data_dir, INSTALLATION_FILE), { force: true });
    await replace(join(source, DATABASE_FILE), target, stamp);
    return { database: target, made_at: manifest.made_at, kept };
  } finally {
    lock.release();
  }
}

function schemaRefusal(problem: SchemaProblem, schema: number): string {
  return problem === "newer"
    ? `The backup has schema ${schema}, which needs a newer server than this one with schema ${newestSchema}. Restore it with a newer version.`
    : "The backup was created by a development version from before release 0.1.0. Restore it with the version that created it.";
}

function takeLock(target: string): FileLock {
  try {
    return acquireFileLock(target);
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Links the current database under a second name, complete and without a separate log. */
async function backUpCurrentFiles(target: string, stamp: string): Promise<string | null> {
  if (!existsSync(target)) return null;
  const kept = `${target}.before-restore-${stamp}`;
  // A damaged database can't be checkpointed, so keep it with its log.
  try {
    checkpointLog(target);
  } catch {
    for (const suffix of ["-wal", "-shm", "-journal"])
      if (existsSync(target + suffix)) await rename(target + suffix, kept + suffix);
  }
  await link(target, kept);
  return kept;
}

async function replace(source: string, target: string, stamp: string): Promise<void> {
  if (target.endsWith(KEY_FILE) && existsSync(target)) {
    const kept = `${target}.before-restore-${stamp}`;
    if (!existsSync(kept)) await link(target, kept);
  }
  const draft = `${target}.restoring`;
  await rm(draft, { force: true });
  await copyFile(source, draft);
  // A disk or download may have lost the file modes.
  await chmod(draft, OWNER_ONLY);
  await syncPath(draft);
  await rename(draft, target);
  await syncPath(dirname(target));
}
