import { existsSync, statSync } from "node:fs";
import { access, constants, open, readFile, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { KEY_FILE } from "../lib/key-file.ts";
import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { parseStoreUrl } from "../store/database.ts";
import { findDamage } from "../store/sqlite/backup.ts";
import { hasUnfinishedMove, installationId } from "../store/statements/accounts/workspace.ts";
import type { Store } from "../store/store.ts";
import { newestBackup, OWNER_ONLY, syncPath } from "./backup.ts";

/** A new installation on PostgreSQL, which --start-over doesn't create. */
const START_OVER_POSTGRES =
  "To begin again without the old data, set FANFARE_DATABASE_URL to an empty database and FANFARE_DATA_DIR to a new directory.";

/** In the data directory: the ID that the database contains, too. Shows whether the database belongs here. */
export const INSTALLATION_FILE = "installation.json";
const installationSchema = z.object({ id: z.uuid() });

/** Where an installation keeps its data and its master key. */
export type InstallationConfig = Pick<Config, "data_dir" | "database_url" | "secret_keys">;

/**
 * Rejects a data directory on which no server has run. With a mistyped path, a command would create an empty database
 * and a new master key there.
 *
 * @throws StartupError that names the missing file.
 */
export async function requireExistingData(config: InstallationConfig): Promise<void> {
  await requireDatabase(config);
  const missing = [...keyFile(config), ...sqliteFile(config)].find(isMissing);
  if (missing === undefined) return;
  throw new StartupError(
    `No Fanfare data found: ${missing} doesn't exist or is empty. Check FANFARE_DATA_DIR, or run fanfare serve once to create the data.`,
  );
}

/**
 * Rejects an installation whose database or master key is missing or damaged, before anything creates a new one. A
 * directory on which no server has run passes.
 *
 * @throws StartupError with the command that restores the newest backup.
 */
export async function requireDatabase(config: InstallationConfig): Promise<void> {
  await requireWritable([config.data_dir, ...sqliteFile(config).map(dirname)]);
  if ((await readInstallation(config.data_dir)) === undefined) return;
  const key = keyFile(config).find(isMissing);
  if (key !== undefined) throw await refusal(config, `The master key ${key} is missing.`);
  for (const file of sqliteFile(config)) {
    if (isMissing(file)) throw await refusal(config, `The database ${file} is missing or empty.`);
    const damage = findDamage(file);
    if (damage !== undefined) throw await refusal(config, damage);
  }
}

/**
 * Without it, SQLite reports an intact database of a read-only directory as one that can't be opened.
 *
 * @throws StartupError that names the directory.
 */
export async function requireWritable(directories: readonly string[], check = access): Promise<void> {
  for (const directory of directories.filter((path) => existsSync(path))) {
    await check(directory, constants.W_OK).catch((cause: unknown) => {
      throw new StartupError(writeProblem(directory, cause), { cause });
    });
  }
}

/** Volumes of containers often belong to root, and an image has no shell to find out who runs the server. */
function writeProblem(directory: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const user = process.getuid?.();
  const is_foreign = typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EACCES";
  if (!is_foreign || user === undefined)
    return `Can't write to ${directory}: ${reason}. Give the user that runs Fanfare write access, or set FANFARE_DATA_DIR to another directory.`;
  return `User ${user} can't write to ${directory}: run “chown -R ${user} ${directory}” as root, or set FANFARE_DATA_DIR to another directory.`;
}

/**
 * Checks that an open database belongs to the data directory. Call after {@link requireDatabase} and before anything is
 * written.
 *
 * @returns whether the database is new and needs an ID.
 */
export async function matchInstallation(config: InstallationConfig, { db }: Pick<Store, "db">): Promise<boolean> {
  if (await hasUnfinishedMove(db)) {
    throw new StartupError(
      "A move to this database wasn't finished, so a part of the data is missing. Run fanfare move again with the SQLite database.",
    );
  }
  const expected = await readInstallation(config.data_dir);
  const found = await installationId(db);
  if (expected === undefined) return found === undefined;
  if (found === undefined) throw await refusal(config, "The database contains no data.");
  if (found !== expected) throw await refusal(config, "The database belongs to another installation.");
  return false;
}

/** Records the database's ID in the data directory, once its first data is stored. */
export async function recordInstallation({ data_dir }: InstallationConfig, { db }: Pick<Store, "db">): Promise<void> {
  const id = await installationId(db);
  if (id === undefined || (await readInstallation(data_dir)) === id) return;
  const path = join(data_dir, INSTALLATION_FILE);
  const draft = `${path}.partial`;
  const file = await open(draft, "w", OWNER_ONLY);
  try {
    await file.writeFile(`${JSON.stringify({ id })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncPath(data_dir);
}

/**
 * Sets the database of an installation aside, so that the next start creates a new one. Keeps every file under another
 * name.
 *
 * @throws UsageError with PostgreSQL, whose database isn't a file.
 * @returns the new names.
 */
export async function startOver(config: InstallationConfig, now: Date): Promise<readonly string[]> {
  if (parseStoreUrl(config.database_url).dialect === "postgres")
    throw new UsageError(`--start-over needs SQLite. ${START_OVER_POSTGRES}`);
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const database = sqliteFile(config).flatMap((file) => ["", "-wal", "-shm", "-journal"].map((end) => file + end));
  const present = [join(config.data_dir, INSTALLATION_FILE), ...database].filter((file) => existsSync(file));
  const kept = present.map((file) => `${file}.before-start-over-${stamp}`);
  for (const [index, file] of present.entries()) await rename(file, kept[index] ?? file);
  for (const folder of new Set(present.map(dirname))) await syncPath(folder);
  return kept;
}

async function readInstallation(data_dir: string): Promise<string | undefined> {
  const path = join(data_dir, INSTALLATION_FILE);
  if (!existsSync(path)) return undefined;
  try {
    return installationSchema.parse(JSON.parse(await readFile(path, "utf8"))).id;
  } catch (cause) {
    throw new StartupError(`Can't read ${path}. Restore it from a copy of the data directory, or delete it.`, {
      cause,
    });
  }
}

function sqliteFile({ database_url }: InstallationConfig): readonly string[] {
  const target = parseStoreUrl(database_url);
  return target.dialect === "sqlite" ? [resolve(target.path)] : [];
}

function keyFile({ data_dir, secret_keys }: InstallationConfig): readonly string[] {
  return secret_keys === undefined ? [join(data_dir, KEY_FILE)] : [];
}

function isMissing(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0;
}

async function refusal(config: InstallationConfig, found: string): Promise<StartupError> {
  const used = `${found} Fanfare has run with the data directory ${config.data_dir} before, so it doesn't create a new database.`;
  if (parseStoreUrl(config.database_url).dialect === "postgres")
    return new StartupError(
      `${used} Check FANFARE_DATABASE_URL, or restore the database and the master key from a backup.\n${START_OVER_POSTGRES}`,
    );
  const backup = await newestBackup(config.data_dir);
  const restore =
    backup === undefined
      ? "No backup is known. Put the original files back."
      : `Restore the newest backup, from ${backup.made_at}: fanfare restore --from ${backup.directory}`;
  return new StartupError(
    `${used} ${restore}\nTo begin again without the old data, run fanfare serve --start-over. It keeps the old files under other names.`,
  );
}
