import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The strictest policy for a page of ours: nothing inline, no script from strings, no Trusted Types policies. */
const STRICT_CSP = "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
};

export interface FixtureServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the fixture pages and the player as browsers receive it: bundled, minified, in chunks. `entry`: the script
 * that loads it.
 */
export async function serveFixtures(entry = "player.ts"): Promise<FixtureServer> {
  const built = await build({
    root: FIXTURES,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      target: "es2023",
      rollupOptions: {
        input: { player: FIXTURES + entry },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  const bundle = new Map<string, string>();
  if (!("output" in built)) throw new Error("Vite answered with a watcher where a bundle was asked for.");
  for (const file of built.output) if (file.type === "chunk") bundle.set(`/${file.fileName}`, file.code);

  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://fixture").pathname;
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { "content-type": type, "content-security-policy": STRICT_CSP });
      response.end(body);
    };
    const chunk = bundle.get(path);
    if (chunk !== undefined) return answer(200, "text/javascript", chunk);
    const type = TYPES[path.split(".").at(-1) ?? ""];
    if (type === undefined || path.lastIndexOf("/") > 0) return answer(404, "text/plain", "Target not found");
    readFile(FIXTURES + path.slice(1), "utf8").then(
      (text) => answer(200, type, text),
      () => answer(404, "text/plain", "Target not found"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
