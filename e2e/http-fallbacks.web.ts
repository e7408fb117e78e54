import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import Pusher from "pusher";
import { APP, startTestServer } from "./support/test-server.ts";

const PUSHER_JS = readFileSync(join(dirname(import.meta.dirname), "node_modules/pusher-js/dist/web/pusher.min.js"));

interface PusherWindow {
  readonly received: readonly unknown[];
}

test("connects stock pusher-js over streams and polls from another site", async ({ page }) => {
  const server = await startTestServer({ demo: false });
  const site = createServer((request, response) => {
    if (request.url === "/pusher.js") response.setHeader("content-type", "text/javascript").end(PUSHER_JS);
    else response.setHeader("content-type", "text/html").end('<!doctype html><script src="/pusher.js"></script>');
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  const { hostname, port } = new URL(server.url);
  const library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
  try {
    for (const transport of ["xhr_streaming", "xhr_polling"]) {
      await page.goto(`http://127.0.0.1:${address.port}/`);
      await page.evaluate(
        ({ key, transport, httpHost, httpPort }) => {
          const received: unknown[] = [];
          Object.assign(window, { received });
          // Cast: set by the page's script.
          const { Pusher: Client } = window as never as { Pusher: new (key: string, options: object) => PusherClient };
          interface PusherClient {
            subscribe(channel: string): { bind(event: string, listener: (data: unknown) => void): void };
          }
          const client = new Client(key, {
            cluster: "",
            forceTLS: false,
            httpHost,
            httpPort,
            enabledTransports: [transport],
          });
          const channel = client.subscribe("news");
          channel.bind("pusher:subscription_succeeded", () => received.push("subscribed"));
          channel.bind("hello", (data) => received.push(data));
        },
        { key: APP.key, transport, httpHost: hostname, httpPort: Number(port) },
      );
      const received = (): Promise<readonly unknown[]> =>
        page.evaluate(() => (window as never as PusherWindow).received);
      await expect.poll(received).toEqual(["subscribed"]);
      for (let index = 0; index < 5; index++) await library.trigger("news", "hello", { index, text: "Zoë 🎉" });
      const expected = Array.from({ length: 5 }, (_, index) => ({ index, text: "Zoë 🎉" }));
      await expect.poll(received).toEqual(["subscribed", ...expected]);
    }
  } finally {
    site.close();
    site.closeAllConnections();
    await server.stop();
  }
});
