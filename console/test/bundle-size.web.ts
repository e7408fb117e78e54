import type { Response } from "@playwright/test";
import { APP, createTour, expect, test } from "./support/harness.ts";

/** Maximum script size of the first page as the server sends it (Brotli). The goal is 180 kB. */
const FIRST_LOAD_BYTES_MAX = 220 * 1024;

test("loads at most 220 kB of script on the first page, without the editor", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  const scripts = new Map<string, number>();
  const read: Promise<unknown>[] = [];
  const weigh = (response: Response): void => {
    const url = response.url();
    if (!url.endsWith(".js")) return;
    read.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => scripts.set(url, responseBodySize)),
    );
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
