import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { inspectDatabase } from "../store/sqlite/backup.ts";
import { createBackup } from "./backup.ts";
import { createControlClient } from "./control-client.ts";
import { restoreBackup } from "./restore.ts";

const CYCLES = 8;
/** Delay between consecutive kill times, so that together they cover the whole restore. */
const APART_MS = 4;

async function killedRestore(config: object, from: string, after_ms: number): Promise<void> {
  const code = `
    import { restoreBackup } from ${JSON.stringify(join(import.meta.dir, "restore.ts"))};
    process.stdout.write("ready");
    await restoreBackup(${JSON.stringify(config)}, { from: ${JSON.stringify(from)}, now: new Date(${after_ms}) });`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "ignore" });
  await child.stdout.getReader().read();
  await Bun.sleep(after_ms);
  child.kill("SIGKILL");
  await child.exited;
}

test("leaves the old or the new database when killed, and can be repeated", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-restore-"));
  const server = await startTemporaryServer();
  const from = join(directory, "backup");
  await createBackup(server.config, { to: from, without_key: false, now: new Date() });
  await createControlClient(server.config, silentLog)("app.create", { name: "Later", key: "later" });
  await server.stop();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const data_dir = join(directory, `data-${cycle}`);
    cpSync(server.config.data_dir, data_dir, { recursive: true });
    const config = { data_dir, secret_keys: undefined, database_url: `sqlite:${join(data_dir, "fanfare.db")}` };
    await killedRestore(config, from, cycle * APART_MS);
    expect(inspectDatabase(join(data_dir, "fanfare.db"))).toMatchObject({ outcome: "whole" });
    await restoreBackup(config, { from, now: new Date() });
    const apps = await createControlClient(config, silentLog)("app.list", {});
    expect(apps.map(({ name }) => name)).toEqual(["First app"]);
  }
  await server[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);
