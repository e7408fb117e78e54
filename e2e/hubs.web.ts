import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import Pusher from "pusher";
import { APP, startTestServer, type TestServer } from "./support/test-server.ts";

const require = createRequire(import.meta.url);
const SCRIPTS = [
  "jquery/dist/jquery.js",
  "signalr/jquery.signalR.js",
  "@microsoft/signalr/dist/browser/signalr.js",
  "pusher-js/dist/web/pusher.min.js",
].map((path) => readFileSync(require.resolve(path), "utf8"));

interface HubWindow {
  readonly received: readonly unknown[];
  readonly classic: { stop(): void };
  sign(socket_id: string, channel: string, user_id: string): Promise<{ auth: string; channel_data: string }>;
}
interface ClassicProxy {
  on(name: string, listener: (...args: unknown[]) => void): void;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
}
interface ClassicConnection {
  readonly id: string;
  createHubProxy(name: string): ClassicProxy;
  start(options: object): Promise<unknown>;
  stop(): void;
  error(listener: (error: Error) => void): void;
}
interface JQueryWindow extends HubWindow {
  readonly jQuery: { hubConnection(url: string, options: object): ClassicConnection };
}

let server: TestServer;
let library: Pusher;
test.beforeAll(async () => {
  server = await startTestServer({ demo: false });
  const { hostname, port } = new URL(server.url);
  library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
});
test.afterAll(() => server.stop());

/** The CSP of the server's other pages blocks this test's scripts. */
test.use({ bypassCSP: true });
const EMPTY_PAGE = "/healthz";

async function visit(page: Page, origin: string): Promise<void> {
  await page.goto(origin + EMPTY_PAGE);
  for (const script of SCRIPTS) await page.evaluate(script);
}
const heardBy = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() => (window as never as HubWindow).received);
const occupied = async (): Promise<readonly string[]> => {
  const answer = await library.get({ path: "/channels" });
  // Cast: response type of the Pusher protocol.
  return Object.keys(((await answer.json()) as { channels: object }).channels);
};

for (const origin of ["the same", "another"]) {
  test(`connects signalr 2.4.3 from ${origin} origin over every transport until unload`, async ({ page }) => {
    const { port } = new URL(server.url);
    await visit(page, origin === "the same" ? server.url : `http://127.0.0.1:${port}`);
    for (const transport of [
      "webSockets",
      "serverSentEvents",
      "longPolling",
      ...(origin === "another" ? ["jsonp"] : []),
      "auto",
    ]) {
      await page.evaluate(
        async ({ url, key, transport }) => {
          // Cast: set by the page's scripts.
          const { jQuery } = window as never as JQueryWindow;
          const received: unknown[] = [];
          const connection = jQuery.hubConnection(url, { qs: { app: key } });
          Object.assign(window, { received, classic: connection });
          connection.error((error) => received.push(error.message));
          const proxy = connection.createHubProxy("fanfare");
          proxy.on("event", (...args) => received.push(args.slice(0, 3)));
          const jsonp = transport === "jsonp";
          await connection.start({ jsonp, ...(jsonp || transport === "auto" ? {} : { transport }) });
          received.push(await proxy.invoke("Subscribe", transport));
        },
        { url: server.url, key: APP.key, transport },
      );
      for (let index = 0; index < 5; index++)
        await library.trigger(transport, "hello", { index, text: "Zoë 🎉\u2028" });
      const expected = Array.from({ length: 5 }, (_, index) => [transport, "hello", { index, text: "Zoë 🎉\u2028" }]);
      await expect.poll(() => heardBy(page)).toEqual([{ channel: transport }, ...expected]);
      if (transport !== "auto") await page.evaluate(() => (window as never as HubWindow).classic.stop());
    }
    await expect.poll(occupied).toEqual(["auto"]);
    await page.goto("about:blank");
    await expect.poll(occupied).toEqual([]);
  });
}

test("the calls of the documentation connect classic SignalR and receive an event", async ({ page }) => {
  await visit(page, server.url);
  const lines: string[] = [];
  page.on("console", (line) => lines.push(line.text()));
  const code = readFileSync("examples/calls/classic-signalr.js", "utf8")
    .replace("export ", "")
    .replace("https://fanfare.example", server.url)
    .replace("YOUR_APP_KEY", APP.key);
  await page.evaluate(`${code}; connect({ $: jQuery });`);
  await expect.poll(occupied).toEqual(["orders"]);
  await library.trigger("orders", "order.shipped", "TL-2055");
  await expect.poll(() => lines).toEqual(["orders order.shipped TL-2055"]);
  await page.goto("about:blank");
  await expect.poll(occupied).toEqual([]);
});

test("creates hub proxies from the script at /signalr/hubs", async ({ page }) => {
  await visit(page, server.url);
  await page.addScriptTag({ url: `${server.url}/signalr/hubs` });
  const id = await page.evaluate(async (app) => {
    interface Hubs {
      readonly hub: { qs: object; start(): Promise<unknown>; stop(): void; readonly id: string };
      readonly fanfare: {
        readonly client: Record<string, (...args: unknown[]) => void>;
        readonly server: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
    }
    // Cast: set by the page's scripts.
    const { hub, fanfare } = (window as never as { jQuery: { connection: Hubs } }).jQuery.connection;
    const received: unknown[] = [];
    Object.assign(window, { received });
    hub.qs = { app };
    fanfare.client["event"] = (...args) => received.push(args.slice(0, 3));
    await hub.start();
    received.push(await fanfare.server["subscribe"]?.("proxied"));
    return hub.id === (await fanfare.server["getConnectionId"]?.());
  }, APP.key);
  expect(id).toBe(true);
  await library.trigger("proxied", "hello", 1);
  await expect.poll(() => heardBy(page)).toEqual([{ channel: "proxied" }, ["proxied", "hello", 1]]);
});

test("shares a presence channel between pusher-js and both SignalR versions", async ({ page }) => {
  await page.exposeFunction("sign", (socket_id: string, channel: string, user_id: string) =>
    library.authorizeChannel(socket_id, channel, { user_id }),
  );
  const { port } = new URL(server.url);
  await visit(page, `http://127.0.0.1:${port}`);
  const counts = await page.evaluate(
    async ({ url, key, port }) => {
      interface CoreConnection {
        readonly connectionId: string;
        on(name: string, listener: (...args: unknown[]) => void): void;
        start(): Promise<void>;
        invoke(method: string, ...args: unknown[]): Promise<{ presence: { count: number } }>;
      }
      interface CoreBuilder {
        withUrl(url: string, options: object): CoreBuilder;
        build(): CoreConnection;
      }
      // Cast: set by the page's scripts.
      const {
        jQuery,
        signalR,
        Pusher: PusherJs,
        sign,
      } = window as never as JQueryWindow & {
        readonly signalR: { readonly HubConnectionBuilder: new () => CoreBuilder };
        readonly Pusher: new (
          key: string,
          options: object,
        ) => {
          readonly connection: { readonly socket_id: string };
          subscribe(channel: string): { bind(event: string, listener: (data: { count: number }) => void): void };
        };
      };
      const received: unknown[] = [];
      Object.assign(window, { received });
      const channel = "presence-all";
      const authorized = async (socket_id: string, user_id: string) => {
        const { auth, channel_data } = await sign(socket_id, channel, user_id);
        return { auth, channelData: channel_data };
      };

      const classic = jQuery.hubConnection(url, { qs: { app: key } });
      Object.assign(window, { classic });
      const proxy = classic.createHubProxy("fanfare");
      proxy.on("event", (...args) => received.push(["classic", ...args.slice(0, 3)]));
      proxy.on("memberAdded", (_channel, member) => received.push(["classic", "+", (member as { id: string }).id]));
      await classic.start({});
      const first = (await proxy.invoke("Subscribe", channel, await authorized(classic.id, "a"))) as {
        presence: { count: number };
      };

      const core = new signalR.HubConnectionBuilder()
        .withUrl(`${url}/signalr?app=${key}`, { withCredentials: false })
        .build();
      core.on("event", (...args) => received.push(["core", ...args.slice(0, 3)]));
      core.on("memberAdded", (_channel, member) => received.push(["core", "+", (member as { id: string }).id]));
      await core.start();
      const second = await core.invoke("Subscribe", channel, await authorized(core.connectionId, "b"));

      const pusher = new PusherJs(key, {
        cluster: "",
        forceTLS: false,
        wsHost: "localhost",
        wsPort: port,
        enabledTransports: ["ws"],
        channelAuthorization: {
          customHandler: (
            { socketId }: { socketId: string },
            callback: (error: null, data: { auth: string; channel_data: string }) => void,
          ) => void sign(socketId, channel, "c").then((answer) => callback(null, answer)),
        },
      });
      const subscription = pusher.subscribe(channel);
      const third = await new Promise<number>((resolve) =>
        subscription.bind("pusher:subscription_succeeded", ({ count }) => resolve(count)),
      );
      subscription.bind("hello", (data) => received.push(["pusher", channel, "hello", data]));
      return [first.presence.count, second.presence.count, third];
    },
    { url: server.url, key: APP.key, port: Number(port) },
  );
  expect(counts).toEqual([1, 2, 3]);
  await library.trigger("presence-all", "hello", { n: 1 });
  await expect.poll(async () => (await heardBy(page)).length).toBe(6);
  const sorted = (await heardBy(page)).map((entry) => JSON.stringify(entry)).toSorted();
  expect(sorted).toEqual(
    [
      ["classic", "+", "b"],
      ["classic", "+", "c"],
      ["core", "+", "c"],
      ...["classic", "core", "pusher"].map((client) => [client, "presence-all", "hello", { n: 1 }]),
    ]
      .map((entry) => JSON.stringify(entry))
      .toSorted(),
  );
  const users = await library.get({ path: "/channels/presence-all/users" });
  expect(await users.json()).toEqual({ users: [{ id: "a" }, { id: "b" }, { id: "c" }] });
});
