import { loadAssets } from "./assets.ts";
import { createDesk } from "./desk.ts";
import { ORDER_CREATED } from "./order.ts";
import { createPush } from "./push.ts";
import { securityHeaders } from "./security.ts";
import type { Settings } from "./settings.ts";
import { createShop } from "./shop.ts";
import { createSimulator } from "./simulator.ts";

export interface Demo {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the shop.
 *
 * @example
 * const demo = await startDemo(readSettings(process.env), (line) => process.stderr.write(`${line}\n`));
 */
export async function startDemo(settings: Settings, onFailure: (reason: string) => void): Promise<Demo> {
  const desk = createDesk({ now: Date.now, random: Math.random });
  const push = createPush(settings, onFailure);
  const simulator = createSimulator({
    every_ms: settings.orders_every_ms,
    now: Date.now,
    place: () => {
      const placed = desk.place();
      if (placed.ok) void push(ORDER_CREATED, placed.order);
    },
  });
  const shop = createShop({ settings, desk, push, simulator });
  const assets = await loadAssets();
  const headers = securityHeaders(settings.fanfare_url);

  const server = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    async fetch(request) {
      const asset = request.method === "GET" ? assets.get(new URL(request.url).pathname) : undefined;
      const cache = { "cache-control": "no-cache" };
      if (asset !== undefined)
        return new Response(asset.body, { headers: { ...headers, ...cache, "content-type": asset.type } });
      const answer = await shop(request);
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      answer.headers.set("cache-control", "no-store");
      return answer;
    },
    error(error) {
      onFailure(`A request failed: ${String(error)}`);
      return Response.json({ message: "Something went wrong. Try again." }, { status: 500 });
    },
  });
  return {
    url: server.url.href,
    async stop() {
      simulator.stop();
      await server.stop(true);
    },
  };
}
