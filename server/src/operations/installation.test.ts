import { afterEach, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { StoreError } from "../store/store.ts";
import { createBackup } from "./backup.ts";
import { createControlClient } from "./control-client.ts";
import { requireDatabase, requireWritable, startOver } from "./installation.ts";
import { describeDatabaseError } from "./open-database.ts";
import { restoreBackup } from "./restore.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** The data directory of a server that ran and stopped. */
async function usedDirectory() {
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-installation-"));
  directories.push(data_dir);
  await using server = await startTemporaryServer({ data_dir });
  const { config } = server;
  return { data_dir, config, database: join(data_dir, "fanfare.db"), key: join(data_dir, "secret.key") };
}

const refusalOf = async (data_dir: string): Promise<string> => {
  const started = await startTemporaryServer({ data_dir }).catch((error: unknown) => String(error));
  if (typeof started === "string") return started;
  await started.stop();
  return "started";
};

type Used = Awaited<ReturnType<typeof usedDirectory>>;
const faults: readonly (readonly [string, string, (used: Used) => unknown])[] = [
  ["a missing database", "missing or empty", ({ database }) => rmSync(database)],
  ["an empty database", "missing or empty", ({ database }) => writeFileSync(database, "")],
  ["a truncated database", "is truncated", ({ database }) => truncateSync(database, 40_960)],
  ["a cut header", "isn't a database", ({ database }) => truncateSync(database, 60)],
  ["a file of another kind", "isn't a database", ({ database }) => writeFileSync(database, "x".repeat(10_000))],
  ["a broken page", "fanfare.db", ({ database }) => scribble(database)],
  ["a missing master key", "The master key", ({ key }) => rmSync(key)],
  [
    "another installation's database",
    "belongs to another installation",
    async (used) => {
      const other = await usedDirectory();
      copyFileSync(other.database, used.database);
      copyFileSync(other.key, used.key);
    },
  ],
];

/** Overwrites the second page, which belongs to the schema's first table. */
function scribble(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4_096, 8_192);
  writeFileSync(path, bytes);
}

test.each(faults)("a start with %s is refused, names the backup, and changes no file", async (_, says, plant) => {
  const used = await usedDirectory();
  const backup = await createBackup(used.config, { to: undefined, without_key: false, now: new Date() });
  await plant(used);
  const before = readdirSync(used.data_dir).filter((name) => !/-(wal|shm)$|\.(lock|pid)$/.test(name));
  const refused = await refusalOf(used.data_dir);
  expect(refused).toContain(says);
  expect(refused).toContain(`fanfare restore --from ${backup.directory}`);
  expect(refused).toContain("fanfare serve --start-over");
  expect(readdirSync(used.data_dir).filter((name) => !/-(wal|shm)$|\.(lock|pid)$/.test(name))).toEqual(before);

  const command = createControlClient(used.config, silentLog)("app.list", {});
  expect(await command.catch((error: unknown) => String(error))).toContain(says);

  await restoreBackup(used.config, { from: backup.directory, now: new Date() });
  expect(await refusalOf(used.data_dir)).toBe("started");
});

test("starting over keeps the old files and creates a new installation", async () => {
  const used = await usedDirectory();
  truncateSync(used.database, 40_960);
  const kept = await startOver(used.config, new Date("2026-01-02T03:04:05Z"));
  expect(kept).toContain(`${used.database}.before-start-over-2026-01-02T03-04-05-000Z`);
  for (const file of kept) expect(readFileSync(file).length).toBeGreaterThan(0);
  await using server = await startTemporaryServer({ data_dir: used.data_dir });
  expect((await server.browser().call("POST", "/api/sign-in", OWNER)).status).toBe(200);
});

test("starting over is refused and never suggested with PostgreSQL", async () => {
  const { data_dir, config, key } = await usedDirectory();
  const postgres = { ...config, database_url: "postgres://127.0.0.1:1/fanfare" };
  const before = readdirSync(data_dir);
  await expect(startOver(postgres, new Date())).rejects.toThrow("--start-over needs SQLite. To begin again");
  expect(readdirSync(data_dir)).toEqual(before);
  rmSync(key);
  const refused = String(await requireDatabase(postgres).catch((error: unknown) => error));
  expect(refused).toContain("restore the database and the master key from a backup.");
  expect(refused).not.toContain("--start-over");
});

test("a read-only directory is named as such, and not as a damaged database", async () => {
  const used = await usedDirectory();
  const readOnly = () => Promise.reject(new Error("EROFS: read-only file system"));
  await expect(requireWritable([used.data_dir], readOnly)).rejects.toThrow(
    `Can't write to ${used.data_dir}: EROFS: read-only file system. Give the user`,
  );
  const foreign = () => Promise.reject(Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }));
  await expect(requireWritable([used.data_dir], foreign)).rejects.toThrow(
    `User ${process.getuid?.()} can't write to ${used.data_dir}: run “chown -R ${process.getuid?.()} ${used.data_dir}” as root,`,
  );
  // A first start creates it.
  await requireWritable([join(used.data_dir, "new")], readOnly);
});

test("a full disk is named in the error of a start", async () => {
  const full = new StoreError("disk_full", "database or disk is full (SQLITE_FULL)");
  expect(await describeDatabaseError(full, "sqlite:/data/fanfare.db")).toBe(
    "The disk of the database sqlite:/data/fanfare.db is full. Free up disk space, then try again.",
  );
});

test("a master key from the environment is never written, and another one is refused", async () => {
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-installation-"));
  directories.push(data_dir);
  const withKey = (byte: number) => ({ FANFARE_SECRET_KEY: Buffer.alloc(32, byte).toString("base64") });
  const server = await startTemporaryServer({ data_dir, environment: withKey(1) });
  const backup = await createBackup(server.config, { to: undefined, without_key: false, now: new Date() });
  expect(backup.with_key).toBe(false);
  await server.stop();
  expect(readdirSync(data_dir)).not.toContain("secret.key");
  expect(await createControlClient(server.config, silentLog)("key.list", {})).toMatchObject({ app: "1001" });
  const refused = startTemporaryServer({ data_dir, environment: withKey(2) }).catch((error: unknown) => String(error));
  expect(await refused).toContain("encrypted with another master key");
  expect(readdirSync(data_dir)).not.toContain("secret.key");
  await (await startTemporaryServer({ data_dir, environment: withKey(1) })).stop();
});
