import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../../scripts/services/postgres.ts";
import { type ProxyName, type ScratchProxy, startProxy } from "../../../scripts/services/proxies.ts";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { REPOSITORY_ROOT } from "../../src/repository-root.ts";
import { APP, startTemporaryServer, type TemporaryServer } from "../support/temporary-server.ts";
import { type TemporaryStore, temporaryPostgresStore } from "../support/temporary-store.ts";
import { type NodeProcess, startNode } from "./clients/node-process.ts";
import { type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { type ClassicClients, startClassicClients } from "./clients/signalr-classic.ts";
import { type CoreClients, startCoreClients } from "./clients/signalr-core.ts";
import { type AuthEndpoint, startAuthEndpoint } from "./support/auth-endpoint.ts";
import { signedRequest } from "./support/signed-request.ts";
import { eventually } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

interface EchoReport {
  readonly id: number;
  readonly kind: string;
  readonly data?: unknown;
}

let redis: ScratchRedis;
let postgres: TemporaryStore;
let a: TemporaryServer;
let b: TemporaryServer;
let pusherJs: PusherJs;
let echo: NodeProcess<Readonly<Record<string, unknown>>, EchoReport>;
let core: CoreClients;
let classic: ClassicClients;
let library: PusherServer;
let ada: AuthEndpoint;
let bob: AuthEndpoint;
const echoed: EchoReport[] = [];

const environment = () => ({
  FANFARE_DATABASE_URL: postgres.url,
  FANFARE_REDIS_URL: redis.url,
  FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
});

beforeAll(async () => {
  [redis, postgres] = await Promise.all([startRedis(), temporaryPostgresStore()]);
  a = await startTemporaryServer({ environment: environment() });
  b = await startTemporaryServer({ environment: environment() });
  [pusherJs, echo, core, classic] = await Promise.all([
    startPusherJs(),
    startNode<Readonly<Record<string, unknown>>, EchoReport>("laravel-echo.mjs"),
    startCoreClients(),
    startClassicClients(),
  ]);
  echo.onReport((report) => echoed.push(report));
  const to = { host: "127.0.0.1", port: String(a.port), useTLS: false };
  library = await startPusherServer({ appId: APP.id, key: APP.key, secret: APP.secret, ...to });
  ada = startAuthEndpoint(library, { member: { user_id: "ada", user_info: { name: "Ada" } } });
  bob = startAuthEndpoint(library, { member: { user_id: "bob", user_info: { name: "Bob" } } });
});
afterAll(async () => {
  await Promise.all([pusherJs, echo, core, classic, library, ada, bob].map((each) => each.stop()));
  await Promise.all([a, b].map((server) => server[Symbol.asyncDispose]()));
  await redis.stop();
  await postgres[Symbol.asyncDispose]();
});

type Stickiness = "sticky" | "round_robin";

/** The proxy with the configuration in the documentation, for servers on these ports. */
async function openProxy(
  name: ProxyName,
  stickiness: Stickiness,
  [first, second] = [a.port, b.port],
): Promise<ScratchProxy & { readonly port: number }> {
  const guide = await Bun.file(join(REPOSITORY_ROOT, "docs/operations/scale-out.md")).text();
  const documented = new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
  const port = await freePort();
  const here = documented
    .replaceAll("10.0.0.11:4000", `127.0.0.1:${first}`)
    .replaceAll("10.0.0.12:4000", `127.0.0.1:${second}`)
    .replace(/listen 80;|bind :80/, (found) => found.replace(/:?80/, `127.0.0.1:${port}`));
  const config =
    stickiness === "sticky" ? here : here.replace(/ *(hash \$remote_addr.*|balance source|hash-type.*)\n/g, "");
  const proxy = await startProxy(name, { port, config });
  return { port, ...proxy };
}

const hostOptions = (port: number) => ({ wsHost: "127.0.0.1", wsPort: port, httpHost: "127.0.0.1", httpPort: port });

async function connectionsOn(server: TemporaryServer): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const counts = [...text.matchAll(/^fanfare_connections(?:\{.*\})? (\d+)/gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Opens one client of each kind on the channel. Returns what each has received, by its name, and how to close them. */
async function openClients(port: number, channel: string, ways: Ways) {
  const origin = `http://127.0.0.1:${port}`;
  const received = new Map<string, () => boolean>();
  const closing: (() => void)[] = [];
  const is = (event: unknown): boolean => event === "created";
  for (const transport of ways.pusher) {
    const page = pusherJs.open(APP.key, { ...hostOptions(port), enabledTransports: [transport] });
    await page.connected();
    page.subscribe(channel);
    await page.subscribed(channel);
    received.set(`pusher-js ${transport}`, () =>
      page.reports.some((report) => report.kind === "event" && is(report.event)),
    );
    closing.push(() => page.disconnect());
  }
  for (const transport of ways.core) {
    const client = core.open({ url: `${origin}/signalr?app=${APP.key}`, transport });
    await client.started();
    expect(await client.invoke("Subscribe", channel)).toEqual({ channel });
    received.set(`core ${transport}`, () => client.received("event").some(([, event]) => is(event)));
    closing.push(() => client.stop());
  }
  for (const transport of ways.classic) {
    const page = classic.open({ server: origin, page_url: `${origin}/`, qs: { app: APP.key }, start: { transport } });
    expect((await page.started()).transport).toBe(transport);
    expect((await page.invoke("Subscribe", channel)).error).toBeUndefined();
    received.set(`classic ${transport}`, () => page.received("event").some(([, event]) => is(event)));
    closing.push(() => page.stop());
  }
  const close = (): void => {
    for (const each of closing) each();
  };
  return { received, close };
}

interface Ways {
  readonly pusher: readonly string[];
  readonly core: readonly ("WebSockets" | "ServerSentEvents" | "LongPolling")[];
  readonly classic: readonly string[];
}
const EVERY_WAY: Ways = {
  pusher: ["ws", "xhr_streaming", "xhr_polling"],
  core: ["WebSockets", "ServerSentEvents", "LongPolling"],
  classic: ["webSockets", "serverSentEvents", "longPolling"],
};
/** Each connection twice, so that its requests meet both servers in either order. */
const WEB_SOCKETS: Ways = {
  pusher: ["ws"],
  core: ["WebSockets", "WebSockets"],
  classic: ["webSockets", "webSockets"],
};

async function expectDelivery(channel: string, received: ReadonlyMap<string, () => boolean>): Promise<void> {
  expect((await library.call("trigger", channel, "created", { id: 1 })).status).toBe(200);
  const missing = (): string[] => [...received].filter(([, has]) => !has()).map(([name]) => name);
  await eventually(`everyone has the event`, () => missing().length === 0);
}

describe.each(["nginx", "haproxy"] as const)("behind %s", (name) => {
  test("carries every transport of every client with the documented configuration", async () => {
    const proxy = await openProxy(name, "sticky");
    const channel = `sticky-${name}`;
    const { received, close } = await openClients(proxy.port, channel, EVERY_WAY);
    expect(received.size).toBe(9);
    await expectDelivery(channel, received);
    close();
    await proxy.stop();
  });

  test("carries WebSockets without stickiness, also to a presence channel on both servers", async () => {
    const proxy = await openProxy(name, "round_robin");
    const desk = `presence-desk-${name}`;
    const page = pusherJs.open(APP.key, {
      ...hostOptions(proxy.port),
      ...ada.client_options,
      enabledTransports: ["ws"],
    });
    await page.connected();
    const options = { key: APP.key, ...hostOptions(proxy.port), ...bob.client_options };
    const id = name.length;
    echo.send({ id, order: "connect", options });
    echo.send({ id, order: "listen", kind: "presence", name: desk.slice("presence-".length), event: "created" });
    await eventually("Echo is in", () => echoed.some((report) => report.id === id && report.kind === "here"));
    for (const server of [a, b]) expect(await connectionsOn(server)).toBeGreaterThan(0);
    page.subscribe(desk);
    await page.subscribed(desk);
    await eventually("Echo sees Ada join", () =>
      echoed.some((report) => report.id === id && report.kind === "joining" && JSON.stringify(report).includes("Ada")),
    );

    const channel = `spread-${name}`;
    const { received, close } = await openClients(proxy.port, channel, WEB_SOCKETS);
    await expectDelivery(channel, received);
    close();
    page.disconnect();
    echo.send({ id, order: "disconnect" });
    await proxy.stop();
  });

  test("says what needs stickiness where it's missing", async () => {
    const proxy = await openProxy(name, "round_robin");
    const origin = `http://127.0.0.1:${proxy.port}`;
    const negotiated = await fetch(`${origin}/signalr/negotiate?app=${APP.key}&negotiateVersion=1`, { method: "POST" });
    const { connectionToken } = await negotiated.json();
    const told: string[] = [];
    // The two servers take turns, so one of two requests reaches the one that doesn't have the connection.
    for (const accept of ["text/event-stream", "*/*"]) {
      const path = `${origin}/signalr?app=${APP.key}&id=${connectionToken}`;
      const response = await fetch(path, { headers: { Accept: accept } });
      if (response.status === 404) told.push(await response.text());
      else await response.body?.cancel();
    }
    const sent = await fetch(`${origin}/pusher/app/${APP.key}/1/abcdefgh/xhr_send`, { method: "POST", body: "[]" });
    told.push(await sent.text());
    expect(told.length).toBeGreaterThan(1);
    for (const text of told) expect(text).toContain("the load balancer must send all requests of one");
    await proxy.stop();
  });

  test("sends no publish to a server that stopped, or that is stopping", async () => {
    const leaving = await startTemporaryServer({ environment: environment() });
    const proxy = await openProxy(name, "round_robin", [a.port, leaving.port]);
    const statuses: number[] = [];
    const publish = async (): Promise<void> => {
      const body = JSON.stringify({ name: "moved", channel: "trucks", data: "{}" });
      const request = signedRequest(`http://127.0.0.1:${proxy.port}`, { ...APP, path: `/apps/${APP.id}/events`, body });
      statuses.push((await fetch(request, { keepalive: false })).status);
    };
    for (let sent = 0; sent < 10; sent++) await publish();
    let has_left = false;
    const left = leaving[Symbol.asyncDispose]().then(() => {
      has_left = true;
    });
    while (!has_left) await publish();
    for (let sent = 0; sent < 10; sent++) await publish();
    await left;
    expect(new Set(statuses)).toEqual(new Set([200]));
    await proxy.stop();
  });

  test("uses servers that aren't ready if no other is there, and passes on what they say", async () => {
    let checks = 0;
    const unready = () =>
      Bun.serve({
        port: 0,
        fetch({ url }) {
          if (url.endsWith("/readyz")) checks++;
          return new Response(url, { status: /readyz|api/.test(url) ? 503 : 200 });
        },
      });
    const servers = [unready(), unready()];
    const proxy = await openProxy(name, "round_robin", [servers[0]?.port ?? 0, servers[1]?.port ?? 0]);
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${proxy.port}${path}`, { keepalive: false });
      return `${response.status} ${new URL(await response.text()).pathname}`;
    };
    if (name === "haproxy") await eventually("both servers failed their checks", () => checks > 6);
    for (let count = 0; count < 5; count++) expect(await get("/api/apps")).toBe("503 /api/apps");
    expect(await get("/sdk/fanfare.js")).toBe("200 /sdk/fanfare.js");
    await servers[1]?.stop(true);
    for (let count = 0; count < 5; count++) expect(await get("/sdk/fanfare.js")).toBe("200 /sdk/fanfare.js");
    await servers[0]?.stop(true);
    await proxy.stop();
  });
});
