import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Target } from "@fanfare/contract/target/target";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import { parseTree } from "../server/src/http/mcp/accessibility-tree.ts";
import { type ProposedTarget, proposeTargets } from "../server/src/http/mcp/propose-targets.ts";

const ADMIN = createRequire(import.meta.url)
  .resolve("startbootstrap-sb-admin-2/package.json")
  .replace("package.json", "");
const FIXTURES = fileURLToPath(new URL("../sdk/test/fixtures/pages/", import.meta.url));
/** Third-party pages, and snapshots of the demo and the console. */
const PAGES: readonly string[] = [
  ...["index", "register", "buttons", "cards", "tables"].map((name) => `${ADMIN}${name}.html`),
  ...["order-desk", "console-contents", "console-people", "console-settings", "console-live"].map(
    (name) => `${FIXTURES}${name}.html`,
  ),
];

/** Fields, which the SDK also finds by their label, such as passwords. */
const FIELDS: ReadonlySet<string> = new Set(["textbox", "switch"]);

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL("support/locate-entry.ts", import.meta.url));
  const lib = { entry, formats: ["iife" as const], name: "sdk" };
  const built = await build({
    ...{ configFile: false, logLevel: "error" },
    build: { write: false, minify: false, target: "es2023", lib },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("Vite made nothing of locate-entry.ts.");
  return chunk.code;
}

/** Proposals with a target, and what the SDK finds by it. */
async function tried(page: Page) {
  const proposals = proposeTargets(parseTree(await page.locator("body").ariaSnapshot()) ?? []);
  const usable = proposals.filter((each): each is ProposedTarget & { readonly target: Target } => each.target !== null);
  const found = await page.evaluate(
    (targets) => window.sdk.find(targets),
    usable.map(({ target }) => target),
  );
  return { proposals, tried: usable.map((proposal, index) => ({ proposal, found: found[index] ?? null })) };
}

test("targets proposed from an accessibility tree find their elements on the page, and never another one", async ({
  page,
}) => {
  const script = await bundle();
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const is_page = pathname.endsWith(".html");
    if (!is_page && !pathname.endsWith("sb-admin-2.min.css")) return route.abort();
    return route.fulfill({ contentType: is_page ? "text/html" : "text/css", body: readFileSync(pathname) });
  });
  const sum = { proposals: 0, usable: 0, found: 0 };
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const path of PAGES) {
    await page.goto(`http://pages.test${path}`);
    await page.addScriptTag({ content: script });
    const result = await tried(page);
    sum.proposals += result.proposals.length;
    sum.usable += result.tried.length;
    const last = new Map<string, number>();
    for (const { proposal, found } of result.tried) {
      const { role, name } = proposal;
      const text = `${path.split("/").at(-1)}: ${JSON.stringify(proposal.target)}`;
      if (found === null) {
        missed.push(text);
        continue;
      }
      sum.found++;
      // Elements with the same role and name are proposed in reading order, so they're found in it.
      const former = last.get(`${role} ${name}`) ?? -1;
      last.set(`${role} ${name}`, found.place);
      if ((found.role !== role && !FIELDS.has(role)) || found.name !== name || found.place <= former) {
        wrong.push(`${text} found ${JSON.stringify(found)}`);
      }
    }
  }
  const figures = `${sum.usable} of ${sum.proposals} elements have a target; ${sum.found} found`;
  test.info().annotations.push({ type: "figures", description: figures });
  expect(wrong, figures).toEqual([]);
  expect(sum.proposals).toBeGreaterThan(250);
  expect(sum.usable / sum.proposals, figures).toBeGreaterThanOrEqual(0.6);
  expect(sum.found / sum.usable, `${figures}\n${missed.join("\n")}`).toBeGreaterThanOrEqual(0.95);
});
