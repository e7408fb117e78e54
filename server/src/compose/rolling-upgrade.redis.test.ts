import { expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type NodeProcess, startNodeProcess } from "../../test/support/node-process.ts";
import { bundleRelease } from "../../test/support/release-bundle.ts";
import { openPage, type SocketPage } from "../../test/support/socket-page.ts";
import { APP, OWNER, openBrowser } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";

setDefaultTimeout(240_000);

const NIGHTLY = process.env["NIGHTLY"] === "1";
const ROUNDS = NIGHTLY ? 5 : 1;
const EVENTS_PER_STEP = NIGHTLY ? 200 : 30;
const PAGES = NIGHTLY ? 20 : 4;
const CHANNEL = "kept-orders";
const OLD = "0.1.0";
const NEW = "0.2.0";
/** Releases that replace the oldest of two servers in turn, and what runs then. */
const FORTH = [
  [NEW, [OLD, NEW]],
  // An old server that restarts meanwhile must not refuse the new schema.
  [OLD, [OLD, NEW]],
] as const;
const AND_BACK = [
  [NEW, [OLD, NEW]],
  [NEW, [NEW, NEW]],
  [OLD, [OLD, NEW]],
  [OLD, [OLD, OLD]],
] as const;
const STEPS = NIGHTLY ? [...FORTH, ...AND_BACK] : FORTH;

/** The next release adds a column, whose servers write it, and a field to each message. */
function bundleNext(): Promise<string> {
  const added = `{ number: 2, name: "planted", min_reader: 1, statements: ["alter table apps add column planted TEXT"] }`;
  return bundleRelease(NEW, {
    "src/store/migrations/migrations.ts": (text) => text.replace("[initialSchema]", `[initialSchema, ${added}]`),
    "src/cluster/redis-log.ts": (text) =>
      text.replace("JSON.stringify(message)", "JSON.stringify({ ...message, planted: { at: 7 } })"),
  });
}

/** A page like the SDK: it connects again to a server that is up, and continues where it was. */
async function openFollower(ports: () => readonly number[]) {
  const received: string[] = [];
  let is_stopped = false;
  let page: SocketPage | undefined;
  const connect = async (position?: string): Promise<void> => {
    const port = ports()[received.length % ports().length] ?? 0;
    const opened = await openPage(port).catch(() => undefined);
    if (opened === undefined) return await connect(position);
    page = opened;
    await opened.subscribe(CHANNEL, { position });
    void opened.closed.then(() => {
      const own = opened.frames.filter(({ channel }) => channel === CHANNEL);
      received.push(...opened.eventsOn(CHANNEL));
      if (!is_stopped) void connect(own.findLast(({ position: at }) => at !== undefined)?.position);
    });
  };
  await connect();
  return {
    all: () => [...received, ...(page?.eventsOn(CHANNEL) ?? [])],
    async stop() {
      is_stopped = true;
      page?.close();
      await page?.closed;
    },
  };
}

class Installation {
  readonly redis: ScratchRedis;
  readonly #environment: Readonly<Record<string, string>>;
  readonly nodes: NodeProcess[] = [];
  readonly sent: string[] = [];
  readonly failed: number[] = [];

  constructor(redis: ScratchRedis, database_url: string) {
    this.redis = redis;
    this.#environment = {
      FANFARE_DATABASE_URL: database_url,
      FANFARE_REDIS_URL: redis.url,
      FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...{ FANFARE_APP_ID: APP.id, FANFARE_APP_KEY: APP.key, FANFARE_APP_SECRET: APP.secret },
      ...{ FANFARE_OWNER_EMAIL: OWNER.email, FANFARE_OWNER_PASSWORD: OWNER.password },
    };
  }

  readonly ports = (): readonly number[] => this.nodes.map(({ port }) => port);

  async start(cli?: string): Promise<void> {
    this.nodes.push(await startNodeProcess(this.#environment, cli));
  }

  /** Publishes through all servers in turn, while the oldest one stops as an upgrade stops it. */
  async replaceOldest(cli?: string): Promise<void> {
    await this.start(cli);
    const oldest = this.nodes.shift();
    oldest?.signal("SIGTERM");
    await Promise.all([oldest?.exited, this.publish()]);
    await oldest?.[Symbol.asyncDispose]();
    await this.publish();
  }

  async publish(): Promise<void> {
    for (let count = 0; count < EVENTS_PER_STEP; count++) {
      const name = `event-${this.sent.length}`;
      const origin = `http://127.0.0.1:${this.ports()[count % this.nodes.length]}`;
      const body = JSON.stringify({ name, data: "{}", channel: CHANNEL });
      const path = `/apps/${APP.id}/events`;
      const { status } = await fetch(signedRequest(origin, { key: APP.key, secret: APP.secret, path, body }));
      if (status === 200) this.sent.push(name);
      else this.failed.push(status);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node[Symbol.asyncDispose]();
    await this.redis.stop();
  }

  async versions(): Promise<readonly string[]> {
    const owner = openBrowser(`http://127.0.0.1:${this.ports()[0]}`);
    await owner.call("POST", "/api/sign-in", OWNER);
    const { items } = (await owner.call("GET", "/api/nodes")).json;
    return items.map(({ version }: { version: string }) => version).sort();
  }
}

test("runs two successive releases together, in both directions, and loses no event and no request", async () => {
  await using postgres = await temporaryPostgresStore();
  const next = await bundleNext();
  await using installation = new Installation(await startRedis(), postgres.url);
  await installation.start();
  await using sql = new SQL(postgres.url, { max: 1 });
  const settings = { history_rules: [{ pattern: "kept-*", events_max: 1_000, ttl_s: 600 }] };
  await sql`update apps set settings = ${JSON.stringify(settings)}, changes = changes + 1 where system = 0`;
  await installation.start();
  const followers = await Promise.all(Array.from({ length: PAGES }, () => openFollower(installation.ports)));
  await installation.publish();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [release, versions] of STEPS) {
      await installation.replaceOldest(release === NEW ? next : undefined);
      expect([release, await installation.versions()]).toEqual([release, versions]);
    }
  }
  expect(installation.failed).toEqual([]);
  for (const follower of followers) {
    await eventually(() => follower.all().length >= installation.sent.length, {
      seen: () => [follower.all().length, installation.sent.length],
    });
    expect(follower.all()).toEqual(installation.sent);
    await follower.stop();
  }

  // A schema that servers of the old release can't use.
  await sql`update schema_migrations set min_reader = 2 where number = 2`;
  await expect(installation.start()).rejects.toThrow("ended before it listened");
  await installation.start(next);
});
