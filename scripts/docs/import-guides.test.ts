import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP, startTemporaryServer } from "../../server/test/support/temporary-server.ts";
import { ROOT } from "../terminal.ts";

// Starting processes can exceed Bun's default on busy machines.
setDefaultTimeout(60_000);

/** The whole test run bundles it once: loading its modules takes most of a command's time. */
const CLI = process.env["TEST_SERVER"] ?? join(ROOT, "server/src/cli.ts");

/** What the commands of a guide create from its samples: type, name, and number of steps. */
const GUIDES: Readonly<Record<string, readonly (readonly [type: string, name: string, steps: number])[]>> = {
  "from-intro-js": [
    ["hint", "Older orders", 0],
    ["tour", "First steps", 2],
  ],
  "from-shepherd": [["tour", "orders", 2]],
  "from-driver-js": [["tour", "First steps", 2]],
  "from-react-joyride": [["tour", "First steps", 2]],
  "from-usertour-appcues": [
    ["tour", "First steps", 2],
    ["tour", "Order desk", 2],
  ],
};

/** Commands of a page in its order. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/guides", `${page}.md`), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].flatMap(([, block = ""]) => block.split("\n"));
}

for (const [page, created] of Object.entries(GUIDES)) {
  test(`the commands of ${page} turn its samples into drafts on a server`, async () => {
    await using server = await startTemporaryServer();
    const folder = mkdtempSync(join(tmpdir(), "fanfare-guide-"));
    try {
      cpSync(join(ROOT, "examples/imports"), folder, { recursive: true });
      const program = [join(ROOT, "node_modules/.bin/bun"), CLI];
      const env = { ...process.env, FANFARE_DATA_DIR: server.config.data_dir };
      for (const line of commandsOf(page)) {
        const [, ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
        const child = Bun.spawn([...program, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
        const error = await new Response(child.stderr).text();
        expect([line, await child.exited, error]).toEqual([line, 0, ""]);
      }
      const owner = await server.ownerBrowser();
      const { json } = await owner.call("GET", `/api/contents?app_id=${APP.id}`);
      const drafts = await Promise.all(
        json.items.map(
          async ({ id }: { id: string }) => (await owner.call("GET", `/api/contents/${id}?app_id=${APP.id}`)).json,
        ),
      );
      const found = drafts.map(({ name, draft: { body } }) => [body.type, name, body.steps?.length ?? 0]);
      expect(found.toSorted()).toEqual([...created.map((each) => [...each])]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
