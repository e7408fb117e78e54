import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { test } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

/**
 * Records, from before the page loads, who takes each celebration's canvas: the page (by its context) or a worker (by
 * transfer).
 */
const watchPainters = (page: Page) =>
  page.addInitScript(() => {
    const painters: string[] = [];
    Object.assign(window, { painters });
    const { prototype } = HTMLCanvasElement;
    for (const [name, painter] of [
      ["getContext", "page"],
      ["transferControlToOffscreen", "worker"],
    ] as const) {
      // Both methods are called with the caller's original arguments below.
      const own = prototype[name] as (...args: never[]) => unknown;
      Object.assign(prototype, {
        [name](this: HTMLCanvasElement, ...args: unknown[]) {
          // Prerendering uses canvases that aren't connected.
          if (this.isConnected) painters.push(painter);
          return Reflect.apply(own, this, args);
        },
      });
    }
  });
const painters = (page: Page) => page.evaluate(() => ("painters" in window ? window.painters : undefined));

const celebrate = (page: Page) =>
  page.evaluate(() => {
    const playback = window.fanfareClient.celebrate("rain", { duration_ms: 10_000 });
    Object.assign(window, { playback, ended: playback.finished });
  });
const ended = (page: Page) =>
  page.evaluate(() =>
    "ended" in window ? (window.ended as Promise<{ reason: string }>) : Promise.reject(new Error()),
  );

test("paints in a worker from another origin and ends when the route changes", async ({ server, page, serve }) => {
  await watchPainters(page);
  await page.goto((await serve(moduleSnippet(server.url, APP.key))).url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  // The second one reuses the worker of the first.
  await celebrate(page);
  await expect.poll(() => painters(page)).toEqual(["worker"]);
  expect(page.workers()).toHaveLength(1);
  await page.keyboard.press("Escape");
  expect(await ended(page)).toEqual({ reason: "cancelled" });
  expect(page.workers()).toHaveLength(1);
  await celebrate(page);
  await expect.poll(() => painters(page)).toEqual(["worker", "worker"]);
  expect(page.workers()).toHaveLength(1);
  const before = await page.screenshot();
  await expect.poll(async () => (await page.screenshot()).equals(before)).toBe(false);
  await page.evaluate(() => history.pushState({}, "", "?tab=2"));
  await expect(page.locator("fanfare-ui")).toHaveCount(1);
  await page.evaluate(() => history.pushState({}, "", "/next"));
  expect(await ended(page)).toEqual({ reason: "navigation" });
  await expect(page.locator("fanfare-ui")).toHaveCount(0);
});

test("paints on the page when a policy forbids the worker", async ({ server, page, serve }) => {
  const script = `import { init } from "${server.url}/sdk/fanfare.js";
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => (window.noted ??= []).push(violatedDirective));
    window.fanfareClient = init({ key: "${APP.key}", worker: new URLSearchParams(location.search).has("worker") || undefined });`;
  const csp = `default-src 'self'; script-src 'self' ${server.url}; connect-src ${server.url} ${server.url.replace("http", "ws")}`;
  const site = await serve(`<script type="module" src="/start.js"></script>`, {
    csp,
    scripts: { "/start.js": script },
  });
  await watchPainters(page);
  for (const [path, noted] of [
    ["", []],
    ["?worker", ["worker-src"]],
  ] as const) {
    await page.goto(site.url + path);
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    await celebrate(page);
    await expect.poll(() => painters(page)).toEqual(["page"]);
    await expect
      .poll(() => page.evaluate(() => ("noted" in window ? window.noted : undefined) ?? []))
      .toEqual([...noted]);
    await page.evaluate(() => window.fanfareClient.shutdown());
    expect(await ended(page)).toEqual({ reason: "navigation" });
    await expect(page.locator("fanfare-ui")).toHaveCount(0);
  }
});
