import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { APP, createTour, expect, test } from "./support/harness.ts";

/** Maximum compressed script size of the first page. */
const FIRST_LOAD_BYTES_MAX = 250 * 1024;

test("loads at most 250 kB of script on the first page, without the editor", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  const scripts = new Map<string, number>();
  const read: Promise<unknown>[] = [];
  const weigh = (response: Response): void => {
    const url = response.url();
    if (!url.endsWith(".js")) return;
    read.push(response.body().then((body) => scripts.set(url, gzipSync(body, { level: 9 }).byteLength)));
  };
  page.on("response", weigh);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  await page.waitForLoadState("networkidle");
  page.off("response", weigh);
  await Promise.all(read);
  const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  expect([...scripts.keys()].some((url) => url.includes("/builder-"))).toBe(false);
});
