import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { CONFORMANCE_EXCEPTIONS } from "../../../test/support/conformance-exceptions.ts";
import { OWNER, sampleTour, startTemporaryServer } from "../../../test/support/temporary-server.ts";

const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
/** Also downloads the suite. */
setDefaultTimeout(10 * 60_000);

/** The suite needs Node 22, which this package brings. */
const NODE = `node-linux-${process.arch}`;
const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", `${NODE}@22.23.5`];
const VERSIONS = ["2025-06-18", "2025-11-25", "2026-07-28"];

const checksSchema = z.array(z.looseObject({ id: z.string(), status: z.string() }));

if (IS_NIGHTLY) {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-conformance-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** The suite sends no token, so this adds one. */
  const proxy = Bun.serve({
    ...{ port: 0, hostname: "localhost" },
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("Authorization", `Bearer ${token}`);
      headers.delete("Connection");
      const body = request.method === "POST" ? await request.text() : null;
      const response = await fetch(`${server.origin}${pathname}`, { method: request.method, headers, body });
      const { status } = response;
      return new Response(response.body, { status, headers: response.headers });
    },
  });
  afterAll(() => proxy.stop(true));

  const url = `http://localhost:${proxy.port}`;
  const contents = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };
  const server = await startTemporaryServer({ contents, environment: { FANFARE_PUBLIC_URL: url } });
  afterAll(() => server[Symbol.asyncDispose]());
  const owner = server.browser();
  await owner.call("POST", "/api/sign-in", OWNER, { Origin: url });
  const wanted = { name: "Suite", scopes: ["*"], expires_in_days: 1 };
  const { token } = (await owner.call("POST", "/api/tokens", wanted, { Origin: url })).json;

  const run = async (...command: readonly string[]): Promise<void> => {
    const child = Bun.spawn([...command], { cwd: directory, stdout: "ignore", stderr: "inherit" });
    await child.exited;
  };
  await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES);

  const exceptions = new Set(Object.values(CONFORMANCE_EXCEPTIONS).flat());
  const failed = new Set<string>();

  describe("the protocol's conformance suite", () => {
    test.each(VERSIONS)("passes in version %s, except for checks of what Fanfare doesn't have", async (version) => {
      const node = join(directory, "node_modules", NODE, "bin/node");
      const suite = join(directory, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
      const out = join(directory, version);
      await run(node, suite, "server", "--url", `${url}/mcp`, "--suite", "all", "--spec-version", version, "-o", out);
      const checks = readdirSync(out).flatMap((scenario) =>
        checksSchema.parse(JSON.parse(readFileSync(join(out, scenario, "checks.json"), "utf8"))),
      );
      const passed = checks.filter(({ status }) => status === "SUCCESS").map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(["tools-list", "prompts-list", "wire-schema-valid"]));
      const wrong = checks.filter(({ status }) => !["SUCCESS", "INFO", "SKIPPED"].includes(status));
      for (const { id } of wrong) failed.add(id);
      expect(wrong.filter(({ id }) => !exceptions.has(id))).toEqual([]);
    });

    test("fails each check that is an exception", () => {
      expect([...exceptions].filter((id) => !failed.has(id))).toEqual([]);
    });
  });
}
