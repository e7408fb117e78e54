import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP, startTemporaryServer, type TestBrowser } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { inspectDatabase } from "../store/sqlite/backup.ts";
import { createControlClient } from "./control-client.ts";
import { restoreBackup } from "./restore.ts";

const NIGHTLY = process.env["NIGHTLY"] !== undefined;
const RESTORES = NIGHTLY ? 50 : 1;
const TIMEOUT_MS = NIGHTLY ? 30 * 60_000 : 240_000;
const CLIENTS = 4;
const EVENTS_PER_CALL = 10;
/** Between two calls of a client, so that rate limits don't matter. */
const PAUSE_MS = 20;

/** Tracks numbered events until it's stopped. `stored`: the numbers that the server acknowledged, in that order. */
function startLoad(owner: TestBrowser) {
  const stored: number[] = [];
  let next = 0;
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const numbers = Array.from({ length: EVENTS_PER_CALL }, () => next++);
      const events = numbers.map((number) => ({ name: "counted", props: { number } }));
      const { status } = await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "ada", events });
      if (status < 300) stored.push(...numbers);
      await Bun.sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    stored,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

async function backUp(data_dir: string, to: string): Promise<void> {
  const command = [process.execPath, join(import.meta.dir, "../cli.ts"), "backup", "--to", to];
  const environment = { ...process.env, FANFARE_DATA_DIR: data_dir };
  const child = Bun.spawn(command, { env: environment, stdout: "ignore", stderr: "pipe" });
  const [code, message] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (code !== 0) throw new Error(message);
}

/** Numbers of the stored events, and how many the daily counts have. */
function readEvents(path: string): { readonly numbers: ReadonlySet<number>; readonly counted: number } {
  using database = new Database(path, { readonly: true });
  const rows = database.query<{ props: string }, []>("select props from events where name = 'counted'").all();
  const sum = database
    .query<{ events: number }, []>("select sum(events) as events from event_rollups where name = 'counted'")
    .get();
  return { numbers: new Set(rows.map(({ props }) => JSON.parse(props).number)), counted: sum?.events ?? 0 };
}

test(
  `restores of backups under load are complete (${RESTORES})`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "fanfare-drill-"));
    await using server = await startTemporaryServer();
    const owner = await server.ownerBrowser();
    expect((await owner.call("PUT", `/api/people/ada?app_id=${APP.id}`, { attributes: {} })).status).toBeLessThan(300);
    const load = startLoad(owner);
    for (let drill = 0; drill < RESTORES; drill++) {
      const [from, data_dir] = [join(directory, `backup-${drill}`), join(directory, `data-${drill}`)];
      const before = load.stored.slice();
      await backUp(server.config.data_dir, from);
      // There was load: more was stored meanwhile.
      expect(load.stored.length).toBeGreaterThan(before.length);
      const path = join(data_dir, "fanfare.db");
      const config = { data_dir, database_url: `sqlite:${path}`, secret_keys: undefined };
      await restoreBackup(config, { from, now: new Date() });
      expect(inspectDatabase(path)).toMatchObject({ outcome: "whole" });
      const { numbers, counted } = readEvents(path);
      expect(before.filter((number) => !numbers.has(number))).toEqual([]);
      expect(counted).toBe(numbers.size);
      const client = createControlClient(config, silentLog);
      expect(await client("audit.verify", {})).toMatchObject({ intact: true });
      expect((await client("secret_key.list", {})).items.map(({ state }) => state)).toEqual(["current"]);
      for (const done of [from, data_dir]) rmSync(done, { recursive: true });
    }
    await load.stop();
    rmSync(directory, { recursive: true });
  },
  TIMEOUT_MS,
);
