import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP, OWNER, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { run } from "../cli.ts";
import { silentLog } from "../lib/log.ts";
import { createBackup } from "./backup.ts";
import { createControlClient } from "./control-client.ts";
import { examine } from "./doctor.ts";
import { restoreBackup } from "./restore.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "fanfare-backup-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const now = new Date(Date.UTC(2026, 10, 21));
const to = () => join(directory, "taken");
const configOf = (data_dir: string) => ({ data_dir, database_url: `sqlite:${join(data_dir, "fanfare.db")}` });

test("starts another server from a live backup, with secrets and members", async () => {
  await using server = await startTemporaryServer();
  await createControlClient(server.config, silentLog)("app.create", { name: "Before", key: "before" });
  const made = await createBackup(server.config, { to: to(), without_key: false, now });
  await createControlClient(server.config, silentLog)("app.create", { name: "After", key: "after" });
  expect(made.with_key).toBe(true);
  const others = (file: string): number => statSync(file).mode & 0o077;
  for (const name of ["secret.key", "fanfare.db", "manifest.json"]) expect(others(join(to(), name))).toBe(0);
  // Simulates a download, or a disk without file modes.
  chmodSync(join(to(), "fanfare.db"), 0o644);

  const elsewhere = join(directory, "elsewhere");
  expect(await restoreBackup(configOf(elsewhere), { from: to(), now })).toMatchObject({ kept: null });
  expect(others(join(elsewhere, "fanfare.db"))).toBe(0);
  await using copy = await startTemporaryServer({ data_dir: elsewhere });
  expect(copy.fanfare.apps.byKey("before")?.secrets).toHaveLength(1);
  expect(copy.fanfare.apps.byKey("after")).toBeUndefined();
  expect(copy.fanfare.apps.byId(APP.id)?.secrets[0]?.secret).toBe(APP.secret);
  expect((await copy.browser().call("POST", "/api/sign-in", OWNER)).status).toBe(200);
});

test("restores a backup, keeps the replaced data, and requires a stopped server", async () => {
  const server = await startTemporaryServer();
  await createBackup(server.config, { to: to(), without_key: false, now });
  await createControlClient(server.config, silentLog)("app.create", { name: "Later", key: "later" });
  await expect(restoreBackup(server.config, { from: to(), now })).rejects.toThrow("in use by another Fanfare server");
  await server.stop();
  const { kept } = await restoreBackup(server.config, { from: to(), now });
  const { data_dir } = server.config;
  const again = await startTemporaryServer({ data_dir });
  expect(again.fanfare.apps.byKey("later")).toBeUndefined();
  await again.stop();
  // Restore the previous database manually: the saved copy is complete.
  rmSync(join(data_dir, "fanfare.db"));
  await Bun.write(join(data_dir, "fanfare.db"), Bun.file(kept ?? ""));
  const before = await startTemporaryServer({ data_dir });
  expect(before.fanfare.apps.byKey("later")?.name).toBe("Later");
  await before[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("names the master key that a backup without it needs", async () => {
  await using server = await startTemporaryServer();
  await createBackup(server.config, { to: to(), without_key: true, now });
  const restored = async (data_dir: string): Promise<{ readonly key_problem: string | null }> => {
    const printed: string[] = [];
    const code = await run(["restore", "--from", to(), "--json"], {
      environment: { FANFARE_DATA_DIR: data_dir },
      directory,
      print: (text) => printed.push(text),
      printError: (text) => printed.push(text),
      ask: undefined,
    });
    expect(code).toBe(0);
    return JSON.parse(printed.at(-1) ?? "");
  };
  const empty = await restored(join(directory, "empty"));
  expect(empty.key_problem).toContain("Copy its secret.key to");
  await using other = await startTemporaryServer();
  await other.stop();
  expect((await restored(other.config.data_dir)).key_problem).toContain("a master key that's missing");
  await Bun.write(join(other.config.data_dir, "secret.key"), Bun.file(join(server.config.data_dir, "secret.key")));
  expect((await restored(other.config.data_dir)).key_problem).toBeNull();
});

test("changes nothing for a changed, incomplete, or invalid backup", async () => {
  const server = await startTemporaryServer();
  await createBackup(server.config, { to: to(), without_key: true, now });
  await server.stop();
  const before = await Bun.file(join(server.config.data_dir, "fanfare.db")).bytes();
  writeFileSync(join(to(), "fanfare.db"), "isn't a Fanfare database");
  await expect(restoreBackup(server.config, { from: to(), now })).rejects.toThrow("was changed after the backup");
  rmSync(join(to(), "fanfare.db"));
  await expect(restoreBackup(server.config, { from: to(), now })).rejects.toThrow("is missing");
  await expect(restoreBackup(server.config, { from: directory, now })).rejects.toThrow("isn't a Fanfare backup");
  expect(await Bun.file(join(server.config.data_dir, "fanfare.db")).bytes()).toEqual(before);
  await server[Symbol.asyncDispose]();
});

test("names a backup only when complete and overwrites nothing", async () => {
  await using server = await startTemporaryServer();
  const input = { to: to(), without_key: false, now };
  rmSync(join(server.config.data_dir, "secret.key"));
  await expect(createBackup(server.config, input)).rejects.toThrow("secret.key");
  expect(readdirSync(directory)).toEqual([]);
  await createBackup(server.config, { ...input, without_key: true });
  expect(existsSync(join(to(), "secret.key"))).toBe(false);
  await expect(createBackup(server.config, input)).rejects.toThrow("already exists");
});

test("a backup that is stored elsewhere counts for the doctor", async () => {
  await using server = await startTemporaryServer();
  await createBackup(server.config, { to: to(), without_key: false, now: new Date() });
  expect(await examine(server.config, Date.now())).toContainEqual(
    expect.objectContaining({ check: "backup", state: "good" }),
  );
});

test("reports no problems when healthy and a fix for each problem", async () => {
  await using server = await startTemporaryServer();
  const config = { ...server.config, port: server.port };
  const states = async () =>
    Object.fromEntries((await examine(config, Date.now())).map(({ check, state }) => [check, state]));
  expect(await states()).toMatchObject({ database: "good", master_key: "good", server: "good", backup: "warning" });
  await createBackup(server.config, { to: undefined, without_key: false, now });
  const key = join(server.config.data_dir, "secret.key");
  chmodSync(key, 0o644);
  expect(await states()).toMatchObject({ master_key: "bad", backup: "good" });
  const finding = (await examine(config, Date.now())).find(({ check }) => check === "master_key");
  expect(finding?.says).toContain("chmod 600");
});
