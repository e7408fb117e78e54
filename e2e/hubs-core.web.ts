import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";
import Pusher from "pusher";
import { APP, startTestServer, type TestServer } from "./support/test-server.ts";

const require = createRequire(import.meta.url);
const SCRIPTS = [
  "@microsoft/signalr/dist/browser/signalr.js",
  "@microsoft/signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.js",
].map((path) => readFileSync(require.resolve(path), "utf8"));

/** Numbers of `HttpTransportType`, and whether messages are MessagePack. */
const WAYS = [
  { name: "web-sockets", transport: 1, binary: false },
  { name: "web-sockets-binary", transport: 1, binary: true },
  { name: "web-sockets-resumable", transport: 1, binary: true, resumable: true },
  { name: "server-sent-events", transport: 2, binary: false },
  { name: "long-polling", transport: 4, binary: false },
  { name: "long-polling-binary", transport: 4, binary: true },
] as const;

interface Connection {
  on(name: string, listener: (...args: unknown[]) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
}
interface Builder {
  withUrl(url: string, options: object): Builder;
  withHubProtocol(protocol: object): Builder;
  withStatefulReconnect(): Builder;
  build(): Connection;
}
interface CoreWindow {
  readonly received: readonly unknown[];
  readonly connection: Connection;
  readonly signalR: {
    readonly HubConnectionBuilder: new () => Builder;
    readonly protocols: { readonly msgpack: { readonly MessagePackHubProtocol: new () => object } };
  };
}

let server: TestServer;
let library: Pusher;
test.beforeAll(async () => {
  server = await startTestServer({ demo: false });
  const { hostname, port } = new URL(server.url);
  library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
});
test.afterAll(() => server.stop());
// The CSP of the server's other pages blocks this test's scripts.
test.use({ bypassCSP: true });

for (const origin of ["the same", "another"]) {
  test(`connects @microsoft/signalr from ${origin} origin by every transport and format`, async ({ page }) => {
    const { port } = new URL(server.url);
    await page.goto(`${origin === "another" ? `http://127.0.0.1:${port}` : server.url}/healthz`);
    for (const script of SCRIPTS) await page.evaluate(script);
    for (const way of WAYS) {
      const channel = `core-${way.name}`;
      const refused = await page.evaluate(
        async ({ url, channel: name, way: { transport, binary, ...more } }) => {
          // Cast: set by the page's scripts.
          const { signalR } = window as never as CoreWindow;
          const received: unknown[] = [];
          let builder = new signalR.HubConnectionBuilder().withUrl(url, { transport, withCredentials: false });
          if (binary) builder = builder.withHubProtocol(new signalR.protocols.msgpack.MessagePackHubProtocol());
          if ("resumable" in more) builder = builder.withStatefulReconnect();
          const connection = builder.build();
          Object.assign(window, { received, connection });
          connection.on("event", (...args) => received.push(args.slice(0, 3)));
          await connection.start();
          received.push(await connection.invoke("Subscribe", name));
          return connection.invoke("Subscribe", "a b").catch((error: Error) => error.message);
        },
        { url: `${server.url}/signalr?app=${APP.key}`, channel, way },
      );
      expect(refused).toContain("[channel_invalid]");
      const sent = Array.from({ length: 5 }, (_, index) => ({ index, text: "Zoë 🎉" }));
      for (const data of sent) await library.trigger(channel, "hello", data);
      const expected = sent.map((data) => [channel, "hello", data]);
      await expect
        .poll(() => page.evaluate(() => (window as never as CoreWindow).received))
        .toEqual([{ channel }, ...expected]);
      await page.evaluate(() => (window as never as CoreWindow).connection.stop());
    }
  });
}
