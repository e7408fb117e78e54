import { join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import type { Subject } from "./subjects.ts";

const ROOT = join(import.meta.dir, "..", "..");

export interface PageServer {
  readonly origin: string;
  /** Gzipped bytes of scripts served since the last call. */
  scriptBytes(): number;
  stop(): void;
}

const head = '<!doctype html><meta charset="utf-8"><title>Shop</title>';

/** Serves a page per subject at `/{number}`, and the same with `default-src 'self'` at `/{number}?strict`. */
export function servePages(subjects: readonly Subject[]): PageServer {
  let bytes = 0;
  const script = async (path: string): Promise<Response> => {
    const file = Bun.file(path);
    if (!(await file.exists())) return new Response("", { status: 404 });
    const text = await file.text();
    bytes += gzipSync(text, { level: 9 }).length;
    // Same header as the product's server: a worker uses its own script's policy.
    const csp = "default-src 'none'; script-src 'self'";
    return new Response(text, { headers: { "content-type": "text/javascript", "content-security-policy": csp } });
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const path = normalize(pathname);
      if (path.startsWith("/sdk/")) return script(join(ROOT, "sdk", "dist", path.slice("/sdk/".length)));
      if (path.startsWith("/lib/")) return script(join(ROOT, "node_modules", path.slice("/lib/".length)));
      const subject = subjects[Number(path.slice(1).split(".")[0])];
      if (subject === undefined || path === "/") return new Response("{}", { status: 404 });
      if (path.endsWith(".js")) {
        return new Response(subject.setup, { headers: { "content-type": "text/javascript" } });
      }
      const tags = subject.scripts.map((src) => `<script src="${src}"></script>`).join("");
      const page = `${head}${tags}<script type="module" src="${path}.js"></script><h1>Shop</h1>`;
      const policy = search === "?strict" ? { "content-security-policy": "default-src 'self'" } : {};
      return new Response(page, { headers: { "content-type": "text/html", ...policy } });
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    scriptBytes() {
      const sent = bytes;
      bytes = 0;
      return sent;
    },
    stop: () => void server.stop(true),
  };
}
