import type { Page, Response, Route } from "@playwright/test";
import { APP, createTour, expect, test } from "./support/harness.ts";

/** Maximum script size of the first page as the server sends it (Brotli). */
const FIRST_LOAD_BYTES_MAX = 180_000;
/** Each file takes a part of a round trip, however small it is. */
const FILES_MAX = { content: 22, analytics: 42, editor: 62 } as const;

/** Size of each script that a page loads, until `sizes` is called. */
function weighScripts(page: Page): { readonly sizes: () => Promise<ReadonlyMap<string, number>> } {
  const scripts = new Map<string, number>();
  const read: Promise<unknown>[] = [];
  const weigh = (response: Response): void => {
    const url = response.url();
    if (!url.endsWith(".js")) return;
    const size = response.request().sizes();
    read.push(size.then(({ responseBodySize }) => scripts.set(url, responseBodySize)));
  };
  page.on("response", weigh);
  return {
    sizes: async () => {
      await page.waitForLoadState("networkidle");
      page.off("response", weigh);
      await Promise.all(read);
      return scripts;
    },
  };
}

test("loads at most 180 kB of script on the first page, without the editor", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  const scripts = weighScripts(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  const sizes = await scripts.sizes();
  const bytes = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  expect([...sizes.keys()].some((url) => url.includes("/builder-"))).toBe(false);
  expect(sizes.size).toBeLessThanOrEqual(FILES_MAX.content);
});

test("loads few script files with the heaviest pages", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  const analytics = weighScripts(page);
  await page.goto(`${server.url}/console/${APP.id}/analytics`);
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  expect((await analytics.sizes()).size).toBeLessThanOrEqual(FILES_MAX.analytics);
  const editor = weighScripts(page);
  await page.goto(`${server.url}/console/${APP.id}/content/${tour.id}`);
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  expect((await editor.sizes()).size).toBeLessThanOrEqual(FILES_MAX.editor);
});

test("loads the code of a page while the server checks the session", async ({ server, signedIn: page }) => {
  const { name } = await createTour(page.request, server);
  const checks: Route[] = [];
  await page.route("**/api/me", (route) => void checks.push(route), { times: 1 });
  const code = page.waitForRequest(/\/app-layout[^/]*\.js$/);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await code;
  await expect.poll(() => checks.length).toBe(1);
  await checks[0]?.continue();
  await expect(page.getByRole("link", { name })).toBeVisible();
});
