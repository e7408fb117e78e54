import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { QUESTIONS } from "../scripts/docs/questions.ts";
import { expect, test } from "./support/fixtures.ts";
import { startPrefixedServer } from "./support/prefixed-server.ts";

const ROOT = process.cwd();
const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
const ALL = readdirSync(join(ROOT, "docs/dist")).flatMap((name) => /^([a-z-]+)\.html$/.exec(name)?.[1] ?? []);
/** One of each layout. The nightly run opens every page. */
const NIGHTLY = process.env["NIGHTLY"] !== undefined;
const PAGES = NIGHTLY ? ["", ...ALL] : ["", "getting-started", "errors", "api", "search?q=dark+mode"];
/** In the nightly run, each size has both color schemes. */
const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 320]
    .filter((width) => NIGHTLY || (width === 1280) === (colorScheme === "light"))
    .map((width) => ({ colorScheme, viewport: { width, height: 640 } })),
);
/** With and without the script, at the root of a host and under a prefix. */
const VISITS = [
  { is_scripted: true, is_prefixed: true },
  { is_scripted: false, is_prefixed: false },
  { is_scripted: true, is_prefixed: false },
  { is_scripted: false, is_prefixed: true },
];
/** The nightly run has all for each look. Otherwise, each look has two of them, and all four are visited. */
const visitsOf = (look: number): typeof VISITS => (NIGHTLY ? VISITS : VISITS.slice(look * 2, look * 2 + 2));
/** The largest page has the rules of a hundred others. By day, each look visits it once. */
const LARGEST = "api";
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
  for (const [index, look] of LOOKS.entries()) {
    const { colorScheme, viewport } = look;
    test(`${viewport.width} px in ${colorScheme}`, async ({ server, browser }) => {
      test.setTimeout(ALL_PAGES_TIMEOUT_MS);
      const prefixed = await startPrefixedServer();
      for (const [visit_index, { is_scripted, is_prefixed }] of visitsOf(index).entries()) {
        const { url } = is_prefixed ? prefixed : server;
        const context = await browser.newContext({ ...look, bypassCSP: true });
        const page = await context.newPage();
        if (!is_scripted) await page.route(SCRIPT, (route) => route.abort());
        for (const name of PAGES) {
          if (name === LARGEST && visit_index > 0 && !NIGHTLY) continue;
          await page.goto(`${url}/docs/${name}`);
          expect([name, await overflow(page)]).toEqual([name, 0]);
          const visit = { name, is_scripted, is_prefixed };
          expect([visit, await axeFindings(page)]).toEqual([visit, []]);
          expect([name, await printedAround(page)]).toEqual([name, []]);
        }
        await context.close();
      }
      await prefixed.stop();
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

test("sixty questions find their page without scripts, under a path prefix too", async ({ server, browser }) => {
  const prefixed = await startPrefixedServer();
  for (const [query, expected] of QUESTIONS) {
    const text = await (await fetch(`${prefixed.url}/docs/search?${new URLSearchParams({ q: query })}`)).text();
    const links = [...text.slice(text.indexOf('id="answer"')).matchAll(/<a href="([^"#]*)/g)].map(([, href]) => href);
    expect([query, links.slice(0, 3)]).toEqual([query, expect.arrayContaining([expected])]);
  }
  // What the form asks, and that nothing else is asked.
  const strangers: string[] = [];
  for (const { url } of [prefixed, server]) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    page.on("request", (request) => {
      if (!request.url().startsWith(`${url}/docs`)) strangers.push(request.url());
    });
    await page.goto(`${url}/docs/search`);
    const [[query, expected] = ["", ""]] = QUESTIONS;
    await page.getByRole("searchbox").fill(query);
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(`${url}/docs/search?${new URLSearchParams({ q: query })}`);
    await page.locator(`#answer a[href^="${expected}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/docs/${expected}`));
    await context.close();
  }
  expect(strangers).toEqual([]);
  await prefixed.stop();
});

test("the folder of the documentation works without a server", async ({ page, browser }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => problems.push(line.text()));
  page.on("requestfailed", (request) => problems.push(request.url()));
  const fileOf = (name: string) => pathToFileURL(join(ROOT, "docs/dist", `${name || "index"}.html`)).href;
  for (const name of PAGES.filter((each) => !each.includes("?"))) {
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

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(fileOf("sdk"));
  await plain.getByRole("searchbox").fill("confetti");
  await plain.getByRole("searchbox").press("Enter");
  await expect(plain.locator("#answer")).toContainText("needs JavaScript and a web server");
  await context.close();
});

test("the script searches the folder of the documentation on any web server", async ({ page }) => {
  const folder = join(ROOT, "docs/dist");
  const other = createServer((request, response) => {
    const path = new URL(request.url ?? "", "http://localhost").pathname;
    const type = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json" };
    const extension = path.split(".").at(-1) ?? "";
    if (!existsSync(join(folder, path))) return void response.writeHead(404).end();
    // Cast: other types are sent without one.
    response.setHeader("Content-Type", type[extension as keyof typeof type] ?? "application/octet-stream");
    response.end(readFileSync(join(folder, path)));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address and a port.
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await page.goto(`${url}/search.html?q=revision_stale`);
  await page.locator(".found a").first().click();
  await expect(page).toHaveURL(`${url}/errors.html#revision_stale`);
  other.close();
});
