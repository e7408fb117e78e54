import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import type { Mutation } from "./fixtures/mutations.ts";
import type { Outcome } from "./fixtures/redesign.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
/** Nightly: four redesigns per page of each kind and pair of kinds. Otherwise, a rotating fifth of them. */
const ROUNDS = NIGHTLY ? 4 : 1;
const STRIDE = NIGHTLY ? 1 : 5;
/** Otherwise, only every third target is located. */
const EVERY = NIGHTLY ? 1 : 3;
/** Sixty times the work of a daytime run, on a machine that may be busy. */
const NIGHTLY_TIMEOUT_MS = 30 * 60_000;
const FIXTURES = fileURLToPath(new URL("fixtures/", import.meta.url));
const folderOf = (name: string): string =>
  createRequire(import.meta.url)
    .resolve(`${name}/package.json`)
    .replace("package.json", "");
const ADMIN = folderOf("startbootstrap-sb-admin-2");
/** An app that builds its page. */
const SWAGGER = folderOf("swagger-ui-dist");
/** Described by {@link PETSTORE}. */
const OPERATIONS = 6;
const PETSTORE = fileURLToPath(new URL("../../e2e/support/petstore.json", import.meta.url));
/** Third-party pages, and snapshots of the demo and the console. */
const PAGES: readonly string[] = [
  ...["index", "register", "buttons", "cards"].map((name) => `${ADMIN}${name}.html`),
  ...["order-desk", "console-contents", "console-people", "console-settings", "console-live"].map(
    (name) => `${FIXTURES}pages/${name}.html`,
  ),
];
/** Third-party apps in which much has no name. They are changed in one way at a time. */
const APPS: readonly string[] = [`${folderOf("admin-lte")}dist/index.html`, `${SWAGGER}index.html`];
const KINDS: readonly Mutation[] = [
  ...(["classes", "wrappers", "order", "tags", "texts", "sections", "attributes", "ids", "gone", "twins"] as const),
];
/**
 * Twins last, because they resemble the changed target. A twin of a removed target can't be distinguished from a move,
 * so that pair is excluded.
 */
const PAIRS = KINDS.flatMap((one, index) => KINDS.slice(index + 1).map((two) => [one, two] as const)).filter(
  ([one, two]) => one !== "gone" || two !== "twins",
);
const REDESIGNS: readonly (readonly Mutation[])[] = [...KINDS.map((kind) => [kind]), ...PAIRS];

async function bundle(): Promise<string> {
  const lib = { entry: `${FIXTURES}redesign.ts`, formats: ["iife" as const], name: "redesigned" };
  const built = await build({
    ...{ root: FIXTURES, configFile: false, logLevel: "error" },
    build: { write: false, minify: false, target: "es2023", lib },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("Vite made nothing of redesign.ts.");
  return chunk.code;
}

const STYLES = /(?:sb-admin-2|adminlte|swagger-ui|dist\/index)(?:\.min)?\.css$/;

/** Serves pages, their stylesheets, and Swagger UI's scripts from files, and blocks all other requests. */
async function servePages(page: Page): Promise<void> {
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/v2/swagger.json")
      return route.fulfill({ path: PETSTORE, headers: { "access-control-allow-origin": "*" } });
    const isServed =
      /\.html$/.test(pathname) || STYLES.test(pathname) || (pathname.startsWith(SWAGGER) && /\.js$/.test(pathname));
    return isServed ? route.fulfill({ path: pathname }) : route.abort();
  });
}

async function openPage(page: Page, path: string, script: string) {
  await page.goto(`http://pages.test${path}`);
  if (path.startsWith(SWAGGER)) await expect(page.locator(".opblock")).toHaveCount(OPERATIONS);
  await page.addScriptTag({ content: script });
  return page.evaluate(() => window.redesign.record());
}

test("finds at least 95 of 100 targets after a redesign, and never a wrong one", async ({ page }) => {
  if (NIGHTLY) test.setTimeout(NIGHTLY_TIMEOUT_MS);
  const script = await bundle();
  await servePages(page);
  const sum = { pointed_at: 0, taken: 0, found: 0 };
  const missed: string[] = [];
  let lost = 0;
  const wrong: string[] = [];
  for (const [number, path] of [...PAGES, ...APPS].entries()) {
    const { pointed_at, taken } = await openPage(page, path, script);
    sum.pointed_at += pointed_at;
    sum.taken += taken;
    const is_app = APPS.includes(path);
    const runs = (is_app ? REDESIGNS.slice(0, KINDS.length) : REDESIGNS).flatMap((kinds, at) =>
      !is_app && (at + number) % STRIDE > 0
        ? []
        : Array.from({ length: ROUNDS }, (_, round) => ({ kinds, seed: (number * ROUNDS + round) * 100 + at })),
    );
    const outcomes: readonly Outcome[] = await page.evaluate(
      ([all, every]) => all.map(({ kinds, seed }) => window.redesign.run(seed, kinds, every)),
      [runs, EVERY] as const,
    );
    for (const [at, outcome] of outcomes.entries()) {
      const describeRun = (words: string): string =>
        `${runs[at]?.kinds.join(" and ")}, ${path.split("/").slice(-3).join("/")}: ${words}`;
      sum.found += outcome.found;
      lost += outcome.lost;
      missed.push(...outcome.missed.map(describeRun));
      wrong.push(...outcome.wrong.map(describeRun));
    }
  }
  const share = sum.found / (sum.found + missed.length);
  const figures = `${sum.taken} of ${sum.pointed_at} targets taken; ${sum.found} found, ${missed.length} missed: ${share}; ${lost} lost by position`;
  test.info().annotations.push({ type: "figures", description: figures });
  expect(wrong).toEqual([]);
  // Where nothing lasting distinguishes an element, its position does, and its score tells the author so.
  expect(sum.taken / sum.pointed_at, figures).toBeGreaterThanOrEqual(0.95);
  expect(share, `${figures}\n${missed.join("\n")}`).toBeGreaterThanOrEqual(0.95);
});
