import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import Pusher from "pusher";
import { APP, startTestServer } from "./support/test-server.ts";

const MODULES = join(dirname(import.meta.dirname), "node_modules/@microsoft");
const SCRIPTS: Readonly<Record<string, Buffer>> = {
  "/signalr.js": readFileSync(join(MODULES, "signalr/dist/browser/signalr.js")),
  "/msgpack.js": readFileSync(join(MODULES, "signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.js")),
};

interface SignalRConnection {
  start(): Promise<void>;
  stop(): Promise<void>;
  on(name: string, listener: (...args: unknown[]) => void): void;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
}
interface SignalRBuilder {
  withUrl(url: string, options: object): SignalRBuilder;
  withHubProtocol(protocol: object): SignalRBuilder;
  withStatefulReconnect(): SignalRBuilder;
  build(): SignalRConnection;
}
interface SignalRWindow {
  readonly signalR: {
    readonly HubConnectionBuilder: new () => SignalRBuilder;
    readonly HttpTransportType: Readonly<Record<string, number>>;
    readonly protocols: { readonly msgpack: { readonly MessagePackHubProtocol: new () => object } };
  };
  readonly received: readonly unknown[];
}

const WAYS = [
  { transport: "WebSockets", packed: false, stateful: false },
  { transport: "WebSockets", packed: true, stateful: true },
  { transport: "ServerSentEvents", packed: false, stateful: false },
  { transport: "LongPolling", packed: false, stateful: false },
  { transport: "LongPolling", packed: true, stateful: false },
] as const;

test("connects stock @microsoft/signalr over every transport from another site", async ({ page }) => {
  const server = await startTestServer({ demo: false });
  const site = createServer((request, response) => {
    const script = SCRIPTS[request.url ?? ""];
    if (script !== undefined) response.setHeader("content-type", "text/javascript").end(script);
    else {
      response
        .setHeader("content-type", "text/html")
        .end('<!doctype html><script src="/signalr.js"></script><script src="/msgpack.js"></script>');
    }
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  const { hostname, port } = new URL(server.url);
  const library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`);
    for (const way of WAYS) {
      const answer = await page.evaluate(
        async ({ url, transport, packed, stateful }) => {
          // Cast: set by the page's scripts.
          const { signalR } = window as never as SignalRWindow;
          const builder = new signalR.HubConnectionBuilder().withUrl(url, {
            transport: signalR.HttpTransportType[transport],
          });
          if (packed) builder.withHubProtocol(new signalR.protocols.msgpack.MessagePackHubProtocol());
          if (stateful) builder.withStatefulReconnect();
          const connection = builder.build();
          const received: unknown[] = [];
          Object.assign(window, { received, connection });
          connection.on("event", (channel, name, data) => received.push([channel, name, data]));
          await connection.start();
          return connection.invoke("Subscribe", "news");
        },
        { ...way, url: `${server.url}/signalr?app=${APP.key}` },
      );
      expect(answer).toEqual({ channel: "news" });
      await library.trigger("news", "hello", { text: "Zoë 🎉" });
      await expect
        .poll(() => page.evaluate(() => (window as never as SignalRWindow).received))
        .toEqual([["news", "hello", { text: "Zoë 🎉" }]]);
      await page.evaluate(() => (window as never as { connection: SignalRConnection }).connection.stop());
    }
  } finally {
    site.close();
    site.closeAllConnections();
    await server.stop();
  }
});
