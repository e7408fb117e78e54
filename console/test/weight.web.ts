import { gzipSync } from "node:zlib";
import { APP, expect, makeTour, test } from "./harness.ts";

/** Goal: what the first page loads of script, compressed. */
const FIRST_LOAD_BYTES_MAX = 250 * 1024;

test("the first page loads at most 250 kB of script, and not the editor", async ({ house, signedIn: page }) => {
  const tour = await makeTour(page.request, house);
  const scripts = new Map<string, number>();
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    scripts.set(response.url(), gzipSync(await response.body(), { level: 9 }).byteLength);
  });
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  expect([...scripts.keys()].some((url) => url.includes("/builder-"))).toBe(false);
});
