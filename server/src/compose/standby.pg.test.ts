import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manualClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import packageJson from "../../package.json" with { type: "json" };
import { eventually } from "../../test/support/eventually.ts";
import { openPage } from "../../test/support/socket-page.ts";
import { APP, OWNER, openBrowser, QUICK_PASSWORDS } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { openNodeDirectory } from "../cluster/nodes.ts";
import { readConfig } from "../config/config.ts";
import { jsonLog } from "../lib/log.ts";
import { start } from "../main.ts";
import { touchWorkspace } from "../store/statements/accounts/workspace.ts";
import { isUnavailable } from "../store/store.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");

/** A node with a clock of its own, in a data directory of its own. */
function node(database_url: string, secret_key = KEY) {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-node-"));
  const config = readConfig(
    {
      FANFARE_PORT: "0",
      FANFARE_DATA_DIR: directory,
      FANFARE_DATABASE_URL: database_url,
      FANFARE_SECRET_KEY: secret_key,
      FANFARE_APP_ID: APP.id,
      FANFARE_APP_KEY: APP.key,
      FANFARE_APP_SECRET: APP.secret,
      FANFARE_OWNER_EMAIL: OWNER.email,
      FANFARE_OWNER_PASSWORD: OWNER.password,
    },
    directory,
  );
  const clock = manualClock(Date.now());
  const waiting = Promise.withResolvers<number>();
  const log = jsonLog({
    clock,
    level: "info",
    write(line) {
      const entry = JSON.parse(line);
      if (entry.event === "standby_waiting") waiting.resolve(entry.port);
    },
  });
  const abort = new AbortController();
  const running = start(config, { clock, rng: systemRng, log, passwords: QUICK_PASSWORDS, abort: abort.signal });
  return {
    clock,
    running,
    abort,
    /** Port of a standby. */
    waiting: waiting.promise,
    async [Symbol.asyncDispose]() {
      abort.abort();
      await running.then(
        (server) => server.stop(),
        () => {},
      );
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Advances the standby's clock until it has tried to take over and succeeded. */
async function untilActive({ clock, running }: ReturnType<typeof node>) {
  let active: Awaited<typeof running> | undefined;
  void running.then((server) => {
    active = server;
  });
  while (active === undefined) {
    clock.advance(limits.node_takeover_poll_ms);
    await Bun.sleep(20);
  }
  return active;
}

test("keeps a second node waiting until the active one stops, on the same port", async () => {
  await using postgres = await temporaryPostgresStore();
  await using first = node(postgres.url);
  const active = await first.running;
  await using second = node(postgres.url);
  const port = await second.waiting;
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await status("/healthz"), await status("/readyz"), await status("/api/me")]).toEqual([200, 503, 503]);
  const directory = openNodeDirectory(postgres.url);
  const listed = (await directory.list()).map((each) => [each.state, each.port]);
  expect(listed).toEqual([
    ["active", active.port],
    ["standby", port],
  ]);
  await active.stop();
  expect((await untilActive(second)).port).toBe(port);
  // A check keeps its result for a time. One that was made while the clock advanced above found the database too slow.
  await eventually(async () => {
    second.clock.advance(limits.ready_write_interval_ms);
    return (await status("/readyz")) === 200;
  });
  expect(await status("/api/me")).toBe(401);
  expect((await directory.list()).map(({ state }) => state)).toEqual(["active"]);
  await directory.close();
});

test("replaces a node that stopped reporting, and that node can't write anymore and learns it", async () => {
  await using postgres = await temporaryPostgresStore();
  // The first node's clock stands still, so it doesn't report.
  await using first = node(postgres.url);
  const frozen = (await first.running).fanfare;
  await using second = node(postgres.url);
  await second.waiting;
  const age = postgres.store.db.updateTable("nodes").set({ seen_at: 0 }).where("state", "=", "active");
  await postgres.store.write([{ query: age.compile(), expect: 1 }]);
  const active = (await untilActive(second)).fanfare;
  const write = [{ query: touchWorkspace(frozen.store.db), expect: 1 }];
  for (let attempt = 0; attempt < 2; attempt++) {
    const refused = await frozen.store.write(write).catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
  }
  expect((await active.store.write(write)).outcome).toBe("committed");
  first.clock.advance(limits.node_beat_ms);
  expect(await frozen.ended).toBe("superseded");
});

test("lists the nodes in the API, drains one on request, and refuses a standby with another master key", async () => {
  await using postgres = await temporaryPostgresStore();
  await using first = node(postgres.url);
  const { fanfare, port } = await first.running;
  await using stranger = node(postgres.url, Buffer.alloc(32, 8).toString("base64"));
  await expect(stranger.running).rejects.toThrow("another master key");
  await using second = node(postgres.url);
  await second.waiting;
  const owner = openBrowser(`http://127.0.0.1:${port}`);
  expect((await owner.call("POST", "/api/sign-in", OWNER)).status).toBe(200);
  const pages = await Promise.all([openPage(port), openPage(port)]);
  // One report. Advancing the clock again before it is stored would count as a database that responds too slowly.
  first.clock.advance(limits.node_beat_ms);
  let listed: Awaited<ReturnType<typeof owner.call>>["json"];
  do {
    await Bun.sleep(50);
    listed = (await owner.call("GET", "/api/nodes")).json;
  } while (listed.items[0].connections !== 2);
  expect(listed.items).toMatchObject([
    { id: fanfare.node_id, state: "active", alive: true, current: true, degraded: null, version: packageJson.version },
    { state: "standby", alive: true, current: false, connections: 0 },
  ]);
  for (const page of pages) page.close();

  expect((await owner.call("POST", "/api/nodes/nod_unknown/drain")).json.code).toBe("node_not_found");
  const drained = await owner.call("POST", `/api/nodes/${fanfare.node_id}/drain`);
  expect([drained.status, drained.json.items[0].state]).toEqual([202, "draining"]);
  first.clock.advance(limits.node_beat_ms);
  expect(await fanfare.ended).toBe("draining");
  const { items } = (await owner.call("GET", "/api/audit?action=node.drain")).json;
  expect(items).toMatchObject([{ resource_type: "node", resource_id: fanfare.node_id }]);
  const directory = openNodeDirectory(postgres.url);
  if (fanfare.node_id === undefined) throw new Error("A node on PostgreSQL has an ID.");
  expect(await directory.drain(fanfare.node_id)).toBe(false);
  await directory.close();
});
