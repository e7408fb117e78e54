import type { Page } from "@playwright/test";
import { APP } from "../../e2e/house.ts";
import { expect } from "../../e2e/journey.ts";
import { moduleSnippet } from "./guest-page.ts";
import { test } from "./guest-test.ts";

test.use({ houseOptions: { demo: false, contents: { contents: [] } } });

/** Who holds the canvas that is shown: a canvas that was given to a worker has no context for the page. */
async function painter(page: Page): Promise<"page" | "worker"> {
  const canvas = page.locator("fanfare-ui canvas");
  await canvas.waitFor({ state: "attached" });
  return canvas.evaluate(async (element: HTMLCanvasElement) => {
    // Until it is decided: a context that is asked for too early would decide it.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    try {
      return element.getContext("2d") === null ? "worker" : "page";
    } catch {
      return "worker";
    }
  });
}

/** Starts the longest celebration there is, and keeps how it ends. */
const celebrate = (page: Page) =>
  page.evaluate(() => {
    const party = window.guest.celebrate("rain", { duration_ms: 10_000 });
    Object.assign(window, { party, ended: party.finished });
  });
const ended = (page: Page) =>
  page.evaluate(() =>
    "ended" in window ? (window.ended as Promise<{ reason: string }>) : Promise.reject(new Error()),
  );

test("a page without a policy paints in a worker, though Fanfare is of another origin; a change of route ends it", async ({
  house,
  page,
  serve,
}) => {
  await page.goto((await serve(moduleSnippet(house.url, APP.key))).url);
  await page.waitForFunction(() => window.guest !== undefined);
  // The second one is painted by the worker of the first.
  await celebrate(page);
  await page.waitForTimeout(1_000);
  await page.keyboard.press("Escape");
  expect(await ended(page)).toEqual({ reason: "cancelled" });
  expect(page.workers()).toHaveLength(1);
  await celebrate(page);
  expect(await painter(page)).toBe("worker");
  expect(page.workers()).toHaveLength(1);
  const before = await page.screenshot();
  await page.waitForTimeout(200);
  expect((await page.screenshot()).equals(before)).toBe(false);
  await page.evaluate(() => history.pushState({}, "", "?tab=2"));
  await expect(page.locator("fanfare-ui")).toHaveCount(1);
  await page.evaluate(() => history.pushState({}, "", "/next"));
  expect(await ended(page)).toEqual({ reason: "navigation" });
  await expect(page.locator("fanfare-ui")).toHaveCount(0);
});

test("a policy that forbids the worker costs nothing: the page paints, and is asked only on request", async ({
  house,
  page,
  serve,
}) => {
  const script = `import { init } from "${house.url}/sdk/fanfare.js";
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => (window.noted ??= []).push(violatedDirective));
    window.guest = init({ key: "${APP.key}", worker: new URLSearchParams(location.search).has("worker") || undefined });`;
  const csp = `default-src 'self'; script-src 'self' ${house.url}; connect-src ${house.url} ${house.url.replace("http", "ws")}`;
  const site = await serve(`<script type="module" src="/start.js"></script>`, {
    csp,
    scripts: { "/start.js": script },
  });
  for (const [path, noted] of [
    ["", []],
    ["?worker", ["worker-src"]],
  ] as const) {
    await page.goto(site.url + path);
    await page.waitForFunction(() => window.guest !== undefined);
    await celebrate(page);
    expect(await painter(page)).toBe("page");
    expect(await page.evaluate(() => ("noted" in window ? window.noted : undefined) ?? [])).toEqual([...noted]);
    await page.evaluate(() => window.guest.shutdown());
    expect(await ended(page)).toEqual({ reason: "navigation" });
    await expect(page.locator("fanfare-ui")).toHaveCount(0);
  }
});
