import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { limits } from "@fanfare/contract/limits";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { KEY_FILE, readKeys } from "../lib/key-file.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { createVault } from "../lib/vault.ts";
import { openForReading, parseStoreUrl } from "../store/database.ts";
import { copyDatabase, inspectDatabase } from "../store/sqlite/backup.ts";
import { countByKey } from "./secret-key/ciphertexts.ts";

export const DATABASE_FILE = "fanfare.db";
const MANIFEST_FILE = "manifest.json";
export const PARTIAL_SUFFIX = ".partial";
/** In the data directory: when the newest backup was created, wherever it is stored. */
const RECORD_FILE = "last-backup.json";
const recordSchema = z.object({ made_at: z.iso.datetime(), directory: z.string() });
/** Mode of files that contain personal data or keys. */
export const OWNER_ONLY = 0o600;

/** Backup manifest. A restore uses its hashes to detect missing or changed files. */
const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.string(),
  schema: z.number(),
  files: z.record(z.string(), z.string()),
  /** Created by the schedule, which deletes it when there are enough newer ones. */
  automatic: z.boolean().optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

export interface Backup {
  readonly directory: string;
  readonly bytes: number;
  readonly schema: number;
  readonly with_key: boolean;
}

export interface BackupOptions {
  /** Undefined: a new directory in `backups` of the data directory. */
  readonly to: string | undefined;
  readonly without_key: boolean;
  readonly now: Date;
  readonly automatic?: boolean;
}

/**
 * Writes a backup: a directory with a snapshot of the database, its master key, and a manifest. Works while the server
 * runs. The directory gets its final name only after all its files are synced to disk, opened, and checked.
 *
 * @throws StartupError with a message for the operator.
 */
export async function createBackup(
  config: Pick<Config, "data_dir" | "database_url" | "secret_keys">,
  options: BackupOptions,
): Promise<Backup> {
  const source = databaseFile(config);
  if (!existsSync(source))
    throw new StartupError(`No database found at ${source}. Start Fanfare once, or check FANFARE_DATA_DIR.`);
  const stamp = options.now.toISOString().replaceAll(/[:.]/g, "-");
  const directory = resolve(options.to ?? join(config.data_dir, "backups", stamp));
  if (existsSync(directory)) throw new StartupError(`${directory} already exists. Use a new directory.`);
  const draft = directory + PARTIAL_SUFFIX;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    await requireFreeSpace(draft, source, {
      purpose: "A backup",
      hint: "Free up space, or use --to with another disk.",
    });
    // A master key from the environment isn't Fanfare's to store.
    const without_key = options.without_key || config.secret_keys !== undefined;
    const made = await writeBackup(draft, config.data_dir, source, { ...options, without_key });
    await readManifest(draft);
    await rename(draft, directory);
    await syncPath(dirname(directory));
    const record: z.output<typeof recordSchema> = { made_at: options.now.toISOString(), directory };
    await writeFile(join(config.data_dir, RECORD_FILE), `${JSON.stringify(record)}\n`, { mode: OWNER_ONLY });
    return { directory, ...made, with_key: !without_key };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The newest complete backup that's known. It may have been deleted or moved since. */
export async function newestBackup(
  data_dir: string,
): Promise<{ readonly directory: string; readonly made_at: string } | undefined> {
  const folder = join(data_dir, "backups");
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const directory = join(folder, name);
      const manifest = await manifestOf(directory);
      return manifest === undefined ? [] : [{ directory, made_at: manifest.made_at }];
    }),
  );
  const record = await readRecord(data_dir);
  const elsewhere = record !== undefined && existsSync(record.directory) ? [record] : [];
  return [...found.flat(), ...elsewhere].sort((a, b) => b.made_at.localeCompare(a.made_at))[0];
}

async function readRecord(data_dir: string): Promise<z.output<typeof recordSchema> | undefined> {
  const text = await readFile(join(data_dir, RECORD_FILE), "utf8").catch(() => undefined);
  return text === undefined ? undefined : recordSchema.parse(JSON.parse(text));
}

/** When the newest backup of a data directory was created, in milliseconds. 0: none is known. */
export async function lastBackupAt(data_dir: string): Promise<number> {
  const names = await readdir(join(data_dir, "backups")).catch(() => []);
  const complete = names.filter((name) => !name.endsWith(PARTIAL_SUFFIX));
  const times = await Promise.all(complete.map(async (name) => (await stat(join(data_dir, "backups", name))).mtimeMs));
  return Math.max(Date.parse((await readRecord(data_dir))?.made_at ?? "1970"), ...times);
}

/**
 * A copy of the database must not fill the disk that the server needs.
 *
 * @throws StartupError that starts with the purpose and ends with the hint.
 */
export async function requireFreeSpace(
  directory: string,
  source: string,
  { purpose, hint }: { readonly purpose: string; readonly hint: string },
): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const [database, log] = await Promise.all([stat(source), stat(`${source}-wal`).catch(() => undefined)]);
  const needed = database.size + (log?.size ?? 0) + limits.disk_reserve_bytes;
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
  throw new StartupError(
    `${purpose} needs ${megabytes(needed)} on the disk of ${dirname(directory)}, and ${megabytes(bavail * bsize)} are free. ${hint}`,
  );
}

async function writeBackup(
  draft: string,
  data_dir: string,
  source: string,
  { without_key, now, automatic = false }: BackupOptions,
): Promise<{ readonly bytes: number; readonly schema: number }> {
  const database = join(draft, DATABASE_FILE);
  copyDatabase(source, database);
  await chmod(database, OWNER_ONLY);
  const found = inspectDatabase(database);
  if (found.outcome === "unusable") throw new StartupError(`The backup would be unusable. ${found.reason}`);
  const names = [DATABASE_FILE];
  if (!without_key) {
    await copyFile(join(data_dir, KEY_FILE), join(draft, KEY_FILE));
    names.push(KEY_FILE);
    await assertReadable(draft);
  }
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await fileHash(join(draft, name))])),
  );
  const origin = automatic ? { automatic } : {};
  const manifest: Manifest = { format: 1, made_at: now.toISOString(), schema: found.schema, files, ...origin };
  await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: OWNER_ONLY });
  for (const name of [...names, MANIFEST_FILE]) await syncPath(join(draft, name));
  await syncPath(draft);
  return { bytes: (await stat(database)).size, schema: found.schema };
}

/** The keys may have been changed after the database was copied. @throws StartupError */
async function assertReadable(draft: string): Promise<void> {
  const { key_ids } = createVault((await readKeys(join(draft, KEY_FILE))) ?? []);
  const { db, close } = openForReading(`sqlite:${join(draft, DATABASE_FILE)}`);
  const used = await countByKey(db).finally(close);
  if ([...used.keys()].every((id) => key_ids.includes(id))) return;
  throw new StartupError(
    "The backup's master key doesn't decrypt all of its secrets. If the master key was changed during the backup, create another one.",
  );
}

/** Returns undefined if the directory isn't a complete backup. Doesn't check its files. */
export async function manifestOf(directory: string): Promise<Manifest | undefined> {
  const text = await readFile(join(directory, MANIFEST_FILE), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @throws StartupError if the directory isn't a backup, or was changed. */
export async function readManifest(directory: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(await readFile(join(directory, MANIFEST_FILE), "utf8")));
  } catch (error) {
    throw new StartupError(`${directory} isn't a Fanfare backup: can't read its ${MANIFEST_FILE}.`, {
      cause: error,
    });
  }
  for (const [name, hash] of Object.entries(manifest.files)) {
    const path = join(directory, name);
    if (existsSync(path) && (await fileHash(path)) === hash) continue;
    throw new StartupError(`${path} is missing or was changed after the backup. Use another backup.`);
  }
  return manifest;
}

/** @throws StartupError for PostgreSQL, which has its own backup tools. */
export function databaseFile({ database_url }: Pick<Config, "database_url">): string {
  const target = parseStoreUrl(database_url);
  if (target.dialect === "sqlite") return resolve(target.path);
  throw new StartupError(
    "The database is PostgreSQL. Back it up and restore it with pg_dump and pg_restore, and keep secret.key from the data directory with it. See docs/operations/backups.md for the commands.",
  );
}

async function fileHash(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const part of Bun.file(path).stream()) hasher.update(part);
  return hasher.digest("hex");
}

/** Syncs a file or directory to disk, so that it survives a power failure. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
