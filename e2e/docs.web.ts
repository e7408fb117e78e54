import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const ROOT = process.cwd();
const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
const ALL = readdirSync(join(ROOT, "docs/dist")).flatMap((name) => /^([a-z-]+)\.html$/.exec(name)?.[1] ?? []);
/** One of each layout. The nightly run opens every page. */
const PAGES = process.env["NIGHTLY"] === undefined ? ["", "getting-started", "errors"] : ["", ...ALL];
const SIZES = [
  { colorScheme: "light", viewport: { width: 1280, height: 720 } },
  { colorScheme: "dark", viewport: { width: 320, height: 640 } },
] as const;

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

/** Opens a page without its policy, which axe's script doesn't pass. */
async function axeFindings(browser: Browser, url: string, size: (typeof SIZES)[number]): Promise<readonly string[]> {
  const context = await browser.newContext({ ...size, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // Cast: the script that ran above defines it.
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });
  await context.close();
  return found;
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

test("documentation pages fit every screen, are accessible, and obey their policy", async ({ server, browser }) => {
  test.slow(process.env["NIGHTLY"] !== undefined);
  const responses = ALL.filter((name) => name !== "index").map((name) => fetch(`${server.url}/docs/${name}`));
  const refused = (await Promise.all(responses)).filter(({ status }) => status !== 200).map(({ url }) => url);
  expect(refused).toEqual([]);
  for (const size of SIZES) {
    const context = await browser.newContext(size);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (line) => problems.push(line.text()));
    for (const name of PAGES) {
      const url = `${server.url}/docs/${name}`;
      await page.goto(url);
      expect([name, await overflow(page), problems]).toEqual([name, 0, []]);
      expect([name, await axeFindings(browser, url, size)]).toEqual([name, []]);
      expect([name, await printedAround(page)]).toEqual([name, []]);
    }
    await context.close();
  }
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
