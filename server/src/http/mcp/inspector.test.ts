import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER, startTemporaryServer } from "../../../test/support/temporary-server.ts";

const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
/** Also downloads the inspector. */
setDefaultTimeout(10 * 60_000);

/** The inspector needs Node 22, which this package brings. */
const NODE = `node-linux-${process.arch}`;
const PACKAGES = ["@modelcontextprotocol/inspector@2.12.0", `${NODE}@22.23.5`];

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly problems: string;
}

if (IS_NIGHTLY) {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-inspector-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  const server = await startTemporaryServer();
  afterAll(() => server[Symbol.asyncDispose]());
  const owner = server.browser();
  const from_page = { Origin: server.origin };
  await owner.call("POST", "/api/sign-in", OWNER, from_page);
  const wanted = { name: "Inspector", scopes: ["*"], expires_in_days: 1 };
  const { token } = (await owner.call("POST", "/api/tokens", wanted, from_page)).json;

  const run = async (...command: readonly string[]): Promise<Ran> => {
    // The inspector keeps its settings in the home directory.
    const env = { ...process.env, HOME: directory };
    const child = Bun.spawn([...command], { cwd: directory, env, stdout: "pipe", stderr: "pipe" });
    const [output, problems] = await Promise.all([child.stdout, child.stderr].map((each) => new Response(each).text()));
    return { code: await child.exited, output: output ?? "", problems: problems ?? "" };
  };
  await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES);

  const inspect = (...options: readonly string[]): Promise<Ran> => {
    const modules = join(directory, "node_modules");
    const launcher = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    const header = `Authorization: Bearer ${token}`;
    const place = [`${server.origin}/mcp`, "--transport", "http", "--header", header];
    return run(join(modules, NODE, "bin/node"), launcher, "--cli", ...place, ...options);
  };

  describe("the protocol's inspector", () => {
    test("lists all tools, and finds no error in their schemas", async () => {
      const { code, output, problems } = await inspect("--method", "tools/list", "--strict");
      // It warns about objects whose names are the customer's, such as attributes.
      expect({ code, problems }).toEqual({ code: 0, problems: expect.stringContaining("0 errors") });
      expect(JSON.parse(output).tools).toHaveLength(18);
    });

    test("calls a tool, and lists prompts", async () => {
      const [app] = (await owner.call("GET", "/api/me")).json.apps;
      const called = await inspect("--method", "tools/call", "--tool-name", "list_apps");
      expect(called.output).toContain(app.id);
      const prompts = await inspect("--method", "prompts/list");
      expect(JSON.parse(prompts.output).prompts.length).toBeGreaterThan(0);
    });
  });
}
