import { expect, setDefaultTimeout, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { SQL } from "bun";
import { type ScratchPostgres, startPostgres } from "../../../scripts/services/postgres.ts";
import { startRedis } from "../../../scripts/services/redis.ts";
import { eventually } from "../../test/support/eventually.ts";
import { startTcpProxy } from "../../test/support/tcp-proxy.ts";
import { APP, startTemporaryServer, type TemporaryServer } from "../../test/support/temporary-server.ts";

setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 10 * 60_000);

const RESTARTS = process.env["NIGHTLY"] === "1" ? 10 : 2;
/** By default, this database loses the commits of the last seconds in a crash. */
const LOSES_COMMITS = ["synchronous_commit=off", "wal_writer_delay=10s"];
const WRITERS_PER_NODE = 4;

const isReady = async (server: TemporaryServer): Promise<boolean> => (await fetch(`${server.origin}/readyz`)).ok;

/** Tracks one event. Returns whether the server acknowledged it. */
async function track(server: TemporaryServer, id: string): Promise<boolean> {
  const response = await fetch(`${server.origin}/v1/events?app=${APP.key}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ external_id: "ann", events: [{ id, name: "paid", at: new Date().toISOString() }] }),
  });
  const { accepted } = await response.json();
  return response.ok && accepted === 1;
}

/** Writes through one node without a break, whatever it answers, until `stop`. */
function startWriter(server: TemporaryServer, acknowledged: string[]) {
  let is_stopped = false;
  const write = async (): Promise<void> => {
    while (!is_stopped) {
      const id = uuidv7(systemClock, systemRng);
      if (await track(server, id)) acknowledged.push(id);
    }
  };
  const writing = write();
  return {
    stop: () => {
      is_stopped = true;
      return writing;
    },
  };
}

/** Two servers whose connections to PostgreSQL pass a proxy, and events that are written through both without a break. */
async function openInstallation(postgres: ScratchPostgres) {
  const redis = await startRedis();
  const url = new URL(postgres.url);
  const database = await startTcpProxy(Number(url.port));
  url.port = String(database.port);
  const environment = {
    FANFARE_DATABASE_URL: url.href,
    FANFARE_REDIS_URL: redis.url,
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const a = await startTemporaryServer({ environment });
  const b = await startTemporaryServer({ environment });
  const owner = await a.ownerBrowser();
  const acknowledged: string[] = [];
  const writers = [a, b].flatMap((server) =>
    Array.from({ length: WRITERS_PER_NODE }, () => startWriter(server, acknowledged)),
  );
  const rename = async (name: string): Promise<void> => {
    // The first requests may still meet a connection that the fault broke.
    await eventually(async () => {
      const app = await owner.call("GET", `/api/apps/${APP.id}`);
      if (app.status !== 200) return false;
      const match = { "If-Match": `"${app.json.revision}"` };
      return (await owner.call("PATCH", `/api/apps/${APP.id}`, { name }, match)).status === 200;
    });
    await eventually(() => b.fanfare.apps.byKey(APP.key)?.name === name);
  };
  return {
    ...{ a, b, database },
    /** Interrupts the writers, and waits until both servers work again. */
    async interrupt(round: number, fault: () => Promise<void>) {
      const before = acknowledged.length;
      await eventually(() => acknowledged.length > before + 20);
      await fault();
      await eventually(async () => (await isReady(a)) && (await isReady(b)));
      await rename(`Shop ${round}`);
    },
    /** Acknowledged events that the database doesn't have. */
    async lostEvents(database_url: string): Promise<readonly string[]> {
      await Promise.all(writers.map((writer) => writer.stop()));
      await using sql = new SQL(database_url, { max: 1 });
      const rows = await sql`select id from events where name = 'paid'`;
      const stored = new Set(rows.map(({ id }: { id: string }) => id));
      return acknowledged.filter((id) => !stored.has(id));
    },
    async close() {
      await Promise.all([a, b].map((server) => server[Symbol.asyncDispose]()));
      database.stop();
      await redis.stop();
    },
  };
}

test("loses no acknowledged event and no change of an app when PostgreSQL crashes or freezes", async () => {
  const postgres = await startPostgres(LOSES_COMMITS);
  const { a, b, database, interrupt, lostEvents, close } = await openInstallation(postgres);
  const interruptions: readonly (() => Promise<void>)[] = [
    ...Array.from({ length: RESTARTS }, () => async () => {
      await postgres.crash();
      await eventually(async () => !(await isReady(a)));
      await postgres.restart();
    }),
    async () => {
      database.stall();
      await eventually(async () => !(await isReady(a)) && !(await isReady(b)));
      database.resume();
    },
  ];
  for (const [round, fault] of interruptions.entries()) await interrupt(round, fault);
  expect(await lostEvents(postgres.url)).toEqual([]);
  await close();
  await postgres.stop();
});

test("loses no acknowledged event when a synchronous replica of PostgreSQL becomes the primary", async () => {
  const postgres = await startPostgres();
  const replica = await postgres.startReplica();
  {
    await using sql = new SQL(postgres.url, { max: 1 });
    await sql`alter system set synchronous_standby_names = '*'`;
    await sql`select pg_reload_conf()`;
    await eventually(async () => (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 1);
  }
  const { a, database, interrupt, lostEvents, close } = await openInstallation(postgres);
  await interrupt(0, async () => {
    await postgres.crash();
    await eventually(async () => !(await isReady(a)));
    // The address leads to the replica first, which refuses writes until it's promoted.
    database.retarget(replica.port);
    await replica.promote();
  });
  const url = new URL(postgres.url);
  url.port = String(replica.port);
  expect(await lostEvents(url.href)).toEqual([]);
  await close();
  await replica.stop();
  await postgres.stop();
});
