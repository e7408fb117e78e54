import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { APP } from "../../e2e/house.ts";
import { test } from "../../e2e/journey.ts";
import { moduleSnippet, serveGuest, storedEvents } from "./guest-page.ts";
import "./guest-window.ts";
import { kill, openTab, startBrowser } from "./own-browser.ts";

test.use({ houseOptions: { demo: false, contents: { contents: [] } } });

test("what was tracked survives a kill of the browser, 0 ms after track said that it is safe", async ({ house }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), "fanfare-profile-"));
  const site = await serveGuest(moduleSnippet(house.url, APP.key));
  try {
    const first = await startBrowser(profile);
    const page = await openTab(first.address);
    await page.goto(site.url);
    await page.waitForFunction(() => window.guest !== undefined);
    // Nothing leaves before the kill: the server is away, and its answer is waited for in vain.
    await house.server().stop();
    await page.evaluate(() => Promise.all([1, 2, 3].map((total) => window.guest.track("ordered", { total }))));
    await kill(first.child);
    await house.restart();

    const second = await startBrowser(profile);
    const again = await openTab(second.address);
    await again.goto(site.url);
    await expect.poll(async () => (await storedEvents(house.data_dir))["ordered"]).toBe(3);
    await kill(second.child);
  } finally {
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
