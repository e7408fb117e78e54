import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { startPrefixedServer } from "./support/prefixed-server.ts";

const ROOT = process.cwd();
const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
const ALL = readdirSync(join(ROOT, "docs/dist")).flatMap((name) => /^([a-z-]+)\.html$/.exec(name)?.[1] ?? []);
/** One of each layout. The nightly run opens every page. */
const NIGHTLY = process.env["NIGHTLY"] !== undefined;
const PAGES = NIGHTLY ? ["", ...ALL] : ["", "getting-started", "errors", "api"];
/** In the nightly run, each size has both color schemes. */
const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 320]
    .filter((width) => NIGHTLY || (width === 1280) === (colorScheme === "light"))
    .map((width) => ({ colorScheme, viewport: { width, height: 640 } })),
);
const ALL_PAGES_TIMEOUT_MS = 30 * 60_000;

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

const SCRIPT = /\/docs\/assets\/site-\w+\.js$/;

/** Rules of axe that the page breaks. The page has no policy, which axe's script doesn't pass. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Cast: the script that ran above defines it.
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });
}

const AROUND = "header, nav, .skip:focus, .copy, .anchor";

/** What a printed page shows beside its text. */
async function printedAround(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: "print" });
  const shown = await page
    .locator(AROUND)
    .filter({ visible: true })
    .evaluateAll((all) => all.map(({ tagName }) => tagName));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: null });
  return shown;
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe("documentation pages fit every screen, are accessible, and print their text", () => {
  for (const look of LOOKS) {
    const { colorScheme, viewport } = look;
    test(`${viewport.width} px in ${colorScheme}`, async ({ server, browser }) => {
      test.setTimeout(ALL_PAGES_TIMEOUT_MS);
      for (const is_scripted of [true, false]) {
        const context = await browser.newContext({ ...look, bypassCSP: true });
        const page = await context.newPage();
        if (!is_scripted) await page.route(SCRIPT, (route) => route.abort());
        for (const name of PAGES) {
          await page.goto(`${server.url}/docs/${name}`);
          expect([name, await overflow(page)]).toEqual([name, 0]);
          expect([name, is_scripted, await axeFindings(page)]).toEqual([name, is_scripted, []]);
          expect([name, await printedAround(page)]).toEqual([name, []]);
        }
        await context.close();
      }
    });
  }
});

test("documentation pages obey their policy, under a prefix and without scripts too", async ({ server, browser }) => {
  test.setTimeout(ALL_PAGES_TIMEOUT_MS);
  const prefixed = await startPrefixedServer();
  for (const { url } of [server, prefixed]) {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (line) => problems.push(line.text()));
      page.on("requestfailed", (request) => problems.push(request.url()));
      page.on("request", (request) => {
        if (!request.url().startsWith(`${url}/docs`)) problems.push(request.url());
      });
      for (const name of PAGES) {
        const response = await page.goto(`${url}/docs/${name}`);
        const policy = (await response?.headerValue("content-security-policy")) ?? "";
        expect([name, response?.status(), policy]).toEqual([name, 200, expect.stringContaining("trusted-types")]);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect([name, problems]).toEqual([name, []]);
      }
      await context.close();
    }
  }
  // What is accessible at one place is accessible at the other.
  for (const name of ["", ...ALL]) {
    const [plain, under] = await Promise.all([server, prefixed].map(({ url }) => fetch(`${url}/docs/${name}`)));
    expect([name, plain?.status, await under?.text()]).toEqual([name, 200, await plain?.text()]);
  }
  await prefixed.stop();
});

test("the documentation is searched with the keyboard, and read without scripts", async ({ server, browser, page }) => {
  await page.goto(`${server.url}/docs`);
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("revision_stale");
  await expect(page.locator("#results a").first()).toContainText("revision_stale");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors#revision_stale$/);
  await expect(page.getByRole("heading", { name: "Changed by someone else" })).toBeInViewport();

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const plain = await context.newPage();
  await plain.goto(`${server.url}/docs`);
  await plain.getByRole("button", { name: "Menu" }).click();
  await plain.getByRole("navigation").getByRole("link", { name: "Celebrate", exact: true }).click();
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Celebrate");
  await context.close();
});

test("the folder of the documentation works without a server", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => problems.push(line.text()));
  page.on("requestfailed", (request) => problems.push(request.url()));
  const fileOf = (name: string) => pathToFileURL(join(ROOT, "docs/dist", `${name || "index"}.html`)).href;
  for (const name of PAGES) {
    await page.goto(fileOf(name));
    await expect(page.locator("body")).toHaveCSS("display", "grid");
    expect([name, problems]).toEqual([name, []]);
  }
  await page.goto(fileOf(""));
  await page.getByRole("navigation").getByRole("link", { name: "Celebrate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Celebrate");
  // Browsers don't let such a page read its index.
  await expect(page.getByRole("searchbox")).toBeHidden();
  expect(problems).toEqual([]);
});
