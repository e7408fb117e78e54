import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/services/chromium.ts";
import { APP, sampleTour, startTemporaryServer } from "../../server/test/support/temporary-server.ts";
import manifest from "../package.json";
import budgets from "../sizes.json" with { type: "json" };

/** Not a library of the workspace, so the test installs it. */
const ESBUILD = "esbuild@0.25.12";
/**
 * What the package and esbuild add to the served core: the instance for server rendering, names of files, and, for most
 * of it, esbuild's own names of variables, which repeat less.
 */
const ENTRY_BYTES = 750;
const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
/** Apart from the project, which has the SDK alone. */
const tools = mkdtempSync(join(tmpdir(), "fanfare-esbuild-"));
const project = mkdtempSync(join(tmpdir(), "fanfare-shop-"));
setDefaultTimeout(10 * 60_000);

async function run(cwd: string, ...command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const errors = await new Response(child.stderr).text();
  expect([await child.exited, errors]).toEqual([0, expect.any(String)]);
}

beforeAll(async () => {
  if (!IS_NIGHTLY) return;
  writeFileSync(join(tools, "package.json"), '{"private":true}');
  await run(tools, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ESBUILD);
});
afterAll(() => {
  for (const folder of [tools, project]) rmSync(folder, { recursive: true, force: true });
});

/** Installs the package from a server, in a project whose registry doesn't exist. */
async function installFrom(origin: string): Promise<void> {
  writeFileSync(join(project, "package.json"), '{"name":"shop","private":true,"type":"module"}');
  writeFileSync(join(project, ".npmrc"), "registry=http://127.0.0.1:9/\nfetch-retries=0\naudit=false\nfund=false\n");
  await run(project, "npm", "install", `${origin}/sdk/npm/fanfare-sdk-${manifest.version}.tgz`);
  const installed = readdirSync(join(project, "node_modules"), { recursive: true, encoding: "utf8" });
  expect(installed.filter((path) => path.endsWith("package.json"))).toEqual(["@fanfare/sdk/package.json"]);
}

test.if(IS_NIGHTLY)(
  "esbuild bundles what a server alone installs, and its page shows a tour under a strict policy",
  async () => {
    const contents = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Welcome to the shop") }] };
    await using server = await startTemporaryServer({ contents });
    await installFrom(server.origin);
    writeFileSync(
      join(project, "app.js"),
      `import { init } from "@fanfare/sdk";\ninit(${JSON.stringify({ key: APP.key, host: server.origin })});`,
    );
    const options = ["--bundle", "--splitting", "--format=esm", "--target=es2022", "--minify", "--outdir=out"];
    await run(project, join(tools, "node_modules/.bin/esbuild"), "app.js", ...options, "--log-level=warning");
    const built = join(project, "out");
    const bytes = firstLoad(built, "app.js");
    expect(bytes).toBeLessThanOrEqual(budgets["Core: a page without content"].gzip_bytes_max + ENTRY_BYTES);

    const hosts = `${server.origin} ${server.origin.replace("http", "ws")}`;
    const policy = `default-src 'none'; script-src 'self'; connect-src ${hosts}; require-trusted-types-for 'script'`;
    const site = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      fetch: ({ url }) => {
        const { pathname } = new URL(url);
        if (pathname.endsWith(".js")) return new Response(Bun.file(join(built, pathname)));
        const headers = { "Content-Type": "text/html", "Content-Security-Policy": policy };
        return new Response('<!doctype html><title>Shop</title><script type="module" src="/app.js"></script>', {
          headers,
        });
      },
    });
    await using browser = await chromium.launch({
      executablePath: findChromium() ?? "chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(String(site.url));
    await page.locator("fanfare-ui .card h2", { hasText: "Welcome to the shop" }).waitFor();
    expect(problems).toEqual([]);
    await site.stop(true);
  },
);

/** Compressed bytes of a module and of what it imports, without what it loads later. */
function firstLoad(folder: string, entry: string): number {
  const texts = new Map<string, string>();
  for (const names = [entry]; names.length > 0; ) {
    const name = names.pop() ?? "";
    if (texts.has(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    texts.set(name, text);
    names.push(...[...text.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(([, imported = ""]) => imported));
  }
  return gzipSync([...texts.values()].join("\n"), { level: 9 }).length;
}
