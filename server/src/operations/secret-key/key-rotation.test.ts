import { describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Pusher from "pusher";
import { APP, startTemporaryServer } from "../../../test/support/temporary-server.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { silentLog } from "../../lib/log.ts";
import { createBackup } from "../backup.ts";
import { createControlClient } from "../control-client.ts";
import { examine } from "../doctor.ts";
import { keyRotationContract } from "./key-rotation.contract.ts";

describe("master key on SQLite", () => keyRotationContract(temporaryStore));

const CYCLES = 6;
/** Delay between consecutive kill times, so that together they cover the rotation. */
const APART_MS = 20;

async function killedRotation(config: object, after_ms: number): Promise<void> {
  const code = `
    import { createControlClient } from ${JSON.stringify(join(import.meta.dir, "../control-client.ts"))};
    import { silentLog } from ${JSON.stringify(join(import.meta.dir, "../../lib/log.ts"))};
    process.stdout.write("ready");
    await createControlClient(${JSON.stringify(config)}, silentLog)("secret_key.rotate", {});`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "ignore" });
  await child.stdout.getReader().read();
  await Bun.sleep(after_ms);
  child.kill("SIGKILL");
  await child.exited;
}

test("a command killed with -9 leaves every secret readable", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-rotation-"));
  await using server = await startTemporaryServer();
  await server.stop();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const data_dir = join(directory, `data-${cycle}`);
    cpSync(server.config.data_dir, data_dir, { recursive: true });
    const config = { ...server.config, data_dir, database_url: `sqlite:${join(data_dir, "fanfare.db")}` };
    await killedRotation(config, (cycle + 1) * APART_MS);
    const client = createControlClient(config, silentLog);
    expect((await client("app.list", {})).map(({ id }) => id as string)).toEqual([APP.id]);
    await client("secret_key.rotate", {});
    const { items } = await client("secret_key.list", {});
    expect(items.filter(({ state, secrets }) => state !== "current" && secrets > 0)).toEqual([]);
    expect(await client("audit.verify", {})).toMatchObject({ intact: true });
  }
  rmSync(directory, { recursive: true });
}, 60_000);

test("a running server changes its key: requests, visitors, and restarts don't notice", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  const owner = await server.ownerBrowser();
  const visitor = (await owner.call("POST", `/v1/boot?app=${APP.key}`, {})).json.anonymous;
  const boot = async (origin: string) => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${visitor.token}` }, body: "{}" };
    const response = await fetch(`${origin}/v1/boot?app=${APP.key}`, {
      ...init,
      headers: { ...init.headers, "Content-Type": "application/json" },
    });
    const { anonymous } = await response.json();
    return [response.status, anonymous === null || anonymous.id === visitor.id];
  };
  const trigger = async (port: number) => {
    const backend = new Pusher({ host: "127.0.0.1", port: `${port}`, appId: APP.id, key: APP.key, secret: APP.secret });
    return (await backend.trigger("news", "said", {})).status;
  };
  const rotated = await client("secret_key.rotate", {});
  expect(rotated).toMatchObject({ created: true });
  expect(await trigger(server.port)).toBe(200);
  expect(await boot(server.origin)).toEqual([200, true]);
  expect((await owner.call("GET", "/api/audit?action=secret_key.rotate")).json.items).toMatchObject([
    { resource_type: "secret_key", resource_id: rotated.id, member_id: null },
  ]);
  await createBackup(server.config, { to: undefined, without_key: false, now: new Date() });
  await server.stop();

  const { data_dir } = server.config;
  await using again = await startTemporaryServer({ data_dir });
  expect(await trigger(again.port)).toBe(200);
  expect(await boot(again.origin)).toEqual([200, true]);
  const second = createControlClient(again.config, silentLog);
  expect((await second("secret_key.prune", {})).removed).toHaveLength(1);
  expect(await trigger(again.port)).toBe(200);
  expect(await second("audit.verify", {})).toMatchObject({ intact: true });
});

test("doctor names stored secrets of older and missing keys, and what to do", async () => {
  await using server = await startTemporaryServer();
  await server.stop();
  const [older, newer] = [await Bun.file(join(server.config.data_dir, "secret.key")).text(), Buffer.alloc(32, 5)];
  const findingWith = async (...keys: readonly Uint8Array[]) => {
    const found = await examine({ ...server.config, secret_keys: keys }, Date.now());
    return found.find(({ check }) => check === "stored_secrets");
  };
  const first = Buffer.from(older, "base64");
  expect(await findingWith(first)).toMatchObject({ state: "good" });
  const says = expect.stringContaining("fanfare secret-key rotate");
  expect(await findingWith(newer, first)).toMatchObject({ state: "warning", says });
  expect(await findingWith(newer)).toMatchObject({ state: "bad", says: expect.stringContaining("missing") });
});
