import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

export interface HostSite {
  readonly url: string;
  close(): Promise<void>;
}

export interface HostSiteOptions {
  readonly csp?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A host site on an origin of its own: each path answers the same page, with these elements in its head. */
export async function serveHostPage(head: string, options: HostSiteOptions = {}): Promise<HostSite> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head>
<body><h1>Shop</h1><p><a href="/next">Next page</a> <button type="button">Order</button></p></body></html>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const script = options.scripts?.[pathname];
    response.setHeader("content-type", script === undefined ? "text/html; charset=utf-8" : "text/javascript");
    if (options.csp !== undefined) response.setHeader("content-security-policy", options.csp);
    response.end(pathname === "/favicon.ico" ? "" : (script ?? page));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The snippet that customers copy, with the instance accessible to tests. */
export function moduleSnippet(host: string, key: string, more = ""): string {
  return `<script type="module">
    import { init } from "${host}/sdk/fanfare.js";
    window.fanfareClient = init({ key: "${key}", debug: true });
    ${more}
  </script>`;
}

/** The built SDK, served by the site under the same paths as by Fanfare. */
export function sdkFiles(): Readonly<Record<string, string>> {
  const dist = join("sdk", "dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  return Object.fromEntries(files.map((name) => [`/sdk/${name}`, readFileSync(join(dist, name), "utf8")]));
}

export async function storedEvents(data_dir: string): Promise<Readonly<Record<string, number>>> {
  const query = `
    const { Database } = await import("bun:sqlite");
    const db = new Database(${JSON.stringify(join(data_dir, "fanfare.db"))}, { readonly: true });
    const rows = db.query("select name, count(*) as count from events group by name").all();
    process.stdout.write(JSON.stringify(Object.fromEntries(rows.map(({ name, count }) => [name, count]))));`;
  const { stdout } = await promisify(execFile)(join("node_modules", ".bin", "bun"), ["-e", query]);
  // Shape created three lines above.
  return JSON.parse(stdout) as Record<string, number>;
}
