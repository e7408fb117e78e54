import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { openReading } from "../store/sqlite/connection.ts";
import { createBackup } from "./backup.ts";
import { createControlClient } from "./control-client.ts";
import { examine } from "./doctor.ts";
import { restoreBackup } from "./restore.ts";

setDefaultTimeout(60_000);

/**
 * Another process that treats the database as Litestream 0.3 does: two tables of its own, a read transaction that is
 * always open, and checkpoints in the server's place. Prints a line once it holds the database.
 */
const REPLICATOR = `
import { Database } from "bun:sqlite";
const database = new Database(process.argv[2]);
database.run("pragma busy_timeout = 5000");
database.run("pragma wal_autocheckpoint = 0");
database.run("create table if not exists _litestream_seq (id integer primary key, seq integer)");
database.run("create table if not exists _litestream_lock (id integer)");
const hold = () => { database.run("begin"); database.query("select count(*) from _litestream_seq").get(); };
hold();
console.log("holding");
for await (const _ of console) {
  database.run("rollback");
  database.run("insert into _litestream_seq (id, seq) values (1, 1) on conflict (id) do update set seq = seq + 1");
  database.query("pragma wal_checkpoint(restart)").get();
  hold();
  console.log("checkpointed");
}
`;

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "fanfare-replication-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function startReplicator(path: string) {
  const script = join(directory, "replicator.ts");
  writeFileSync(script, REPLICATOR);
  const child = Bun.spawn([process.execPath, script, path], { stdio: ["pipe", "pipe", "inherit"] });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain("holding");
  return {
    async checkpoint(): Promise<void> {
      child.stdin.write("\n");
      await child.stdin.flush();
      expect((await reader.read()).value).toContain("checkpointed");
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill();
      await child.exited;
    },
  };
}

test("serves, restarts, backs up, and restores while another process holds reads and makes the checkpoints", async () => {
  const data_dir = join(directory, "data");
  const first = await startTemporaryServer({ data_dir });
  const { config } = first;
  const path = join(data_dir, "fanfare.db");
  await using replicator = await startReplicator(path);
  const create = (key: string) => createControlClient(config, silentLog)("app.create", { name: key, key });
  await create("one");
  await replicator.checkpoint();
  await create("two");
  const to = join(directory, "backup");
  await createBackup(config, { to, without_key: false, now: new Date() });
  await create("three");
  await first.stop();

  const second = await startTemporaryServer({ data_dir });
  await replicator.checkpoint();
  expect(["one", "two", "three"].map((key) => second.fanfare.apps.byKey(key)?.name)).toEqual(["one", "two", "three"]);
  const findings = await examine(config, Date.now());
  expect(findings.filter(({ check }) => ["database", "installation", "write_ahead_log"].includes(check))).toMatchObject(
    [
      { check: "database", state: "good" },
      { check: "write_ahead_log", state: "good" },
      { check: "installation", state: "good" },
    ],
  );
  await second.stop();

  const { kept } = await restoreBackup(config, { from: to, now: new Date() });
  const third = await startTemporaryServer({ data_dir });
  expect(third.fanfare.apps.byKey("two")?.name).toBe("two");
  expect(third.fanfare.apps.byKey("three")).toBeUndefined();
  await third.stop();
  // What the restore replaced is complete, too, although the other process still holds it.
  rmSync(path);
  await Bun.write(path, Bun.file(kept ?? ""));
  await using fourth = await startTemporaryServer({ data_dir });
  expect(fourth.fanfare.apps.byKey("three")?.name).toBe("three");
});

test("doctor warns about a write-ahead log that no one can empty", async () => {
  await using server = await startTemporaryServer();
  const path = join(server.config.data_dir, "fanfare.db");
  await server.stop();
  // The last connection that closes would delete the log.
  using reader = openReading(path);
  reader.query("select count(*) from sqlite_schema").get();
  truncateSync(`${path}-wal`, 300 * 1024 ** 2);
  const found = (await examine(server.config, Date.now())).find(({ check }) => check === "write_ahead_log");
  expect(found).toMatchObject({ state: "warning", says: expect.stringContaining("Litestream") });
});
