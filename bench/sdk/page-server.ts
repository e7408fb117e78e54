import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import type { Step } from "@fanfare/contract/content/tour";
import type { BootResponse, Decision } from "@fanfare/contract/schema/client/v1";
import { type Bundle, gzipBytes } from "./bundle.ts";

const DIST = join(import.meta.dir, "..", "..", "sdk", "dist");

/** A page with two targets. Scripts are loaded on request, once the page is idle. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<style>body{font:16px sans-serif;margin:40px}#orders{margin-top:80px}</style>
<h1>Shop</h1><table id="orders" data-testid="orders"><tr><td>One</td><td>Ada</td></tr></table><button id="ship">Ship</button>`;

export interface PageServer {
  readonly origin: string;
  /** Gzipped bytes of scripts and style sheets served since the last call. */
  sentBytes(): number;
  stop(): void;
}

/**
 * Serves pages at `/`, bundles at `/lib/{name}.js` and `.css`, and the SDK with a mock server that has one tour or
 * nothing.
 */
export function servePages(bundles: ReadonlyMap<string, Bundle>): PageServer {
  let bytes = 0;
  const send = (text: string, type: string): Response => {
    bytes += gzipBytes(text);
    return new Response(text, { headers: { "content-type": type, "cache-control": "public, max-age=3600" } });
  };
  const server: Bun.Server<undefined> = Bun.serve<undefined>({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response | undefined> {
      const { pathname, searchParams } = new URL(request.url);
      const path = normalize(pathname);
      if (path.startsWith("/app/")) {
        return server.upgrade(request) ? undefined : new Response("", { status: 400 });
      }
      if (path === "/v1/boot") return Response.json(answer(searchParams.get("app") === "tour"));
      if (path.startsWith("/v1/")) return Response.json({ accepted: 0, rejected: [] });
      if (path === "/pusher/auth") return Response.json({ auth: "key:signature" });
      if (path.startsWith("/sdk/")) {
        const file = join(DIST, path.slice("/sdk/".length));
        return existsSync(file)
          ? send(await Bun.file(file).text(), "text/javascript")
          : new Response("", { status: 404 });
      }
      const [, name = "", ending] = /^\/lib\/(.+)\.(js|css)$/.exec(path) ?? [];
      const found = bundles.get(name);
      if (found !== undefined) {
        return ending === "js" ? send(found.script, "text/javascript") : send(found.css, "text/css");
      }
      return new Response(PAGE, { headers: { "content-type": "text/html" } });
    },
    websocket: {
      open(socket) {
        const data = JSON.stringify({ socket_id: "1.1", activity_timeout: 120, config_version: 1 });
        socket.send(JSON.stringify({ event: "pusher:connection_established", data }));
      },
      message(socket, text) {
        const { event, data } = JSON.parse(String(text));
        if (event !== "pusher:subscribe") return;
        socket.send(
          JSON.stringify({ event: "pusher_internal:subscription_succeeded", channel: data.channel, data: "{}" }),
        );
      },
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    sentBytes() {
      const sent = bytes;
      bytes = 0;
      return sent;
    },
    stop: () => void server.stop(true),
  };
}

function answer(tour: boolean): BootResponse {
  return {
    app: { key: "bench", paused: false, config_version: 1 },
    person: { id: "per_1", external_id: null, verified: false },
    channel_id: "anon-1",
    anonymous: { id: "anon-1", token: "anonymous-token", storage: "browser" },
    decisions: tour ? [TOUR] : [],
    refused: [],
    suppressions: [],
    messages: 0,
    server_time: new Date().toISOString(),
  };
}

const orders = (id: string): Step => ({
  ...{ kind: "anchored", id, title: "Your orders", placement: "auto", wait_ms: 2_000, on_missing: "skip" },
  ...{ interaction: "allow", target: { strategies: [{ kind: "test_id", value: "orders" }] } },
  blocks: [{ kind: "paragraph", spans: [{ text: "They arrive here by themselves." }] }],
});

const TOUR: Decision = {
  ...{ content_id: "cnt_welcome", slug: "welcome", name: "Welcome", version_id: "ver_1", version_number: 1 },
  ...{ pending_gates: [], history: { completed: false, ended: false }, run: null },
  edition: {
    body: { type: "tour", steps: [orders("one"), orders("two")], suppression: { offered: true, days: 365 } },
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "until_completed" },
    priority: 0,
    tags: [],
  },
};
