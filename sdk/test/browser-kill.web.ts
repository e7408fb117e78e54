import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, serveHostPage, storedEvents } from "./support/host-page.ts";
import "./support/host-window.ts";
import { kill, openTab, startBrowser } from "./support/browser-process.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

test("keeps tracked events when the browser is killed right after track resolves", async ({ server }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), "fanfare-profile-"));
  const site = await serveHostPage(moduleSnippet(server.url, APP.key));
  try {
    const first = await startBrowser(profile);
    const page = await openTab(first.address);
    await page.goto(site.url);
    await page.waitForFunction(() => window.fanfareClient !== undefined);
    // Nothing is sent before the kill: the server is down, and requests get no response.
    await server.process().stop();
    await page.evaluate(() => Promise.all([1, 2, 3].map((total) => window.fanfareClient.track("ordered", { total }))));
    await kill(first.child);
    await server.restart();

    const second = await startBrowser(profile);
    const again = await openTab(second.address);
    await again.goto(site.url);
    await expect.poll(async () => (await storedEvents(server.data_dir))["ordered"]).toBe(3);
    await kill(second.child);
  } finally {
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
