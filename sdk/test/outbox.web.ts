import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { test, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

test.describe("tracked events", () => {
  test("survive a reload while the server is down", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await server.process().stop();
    await page.evaluate(() => window.fanfareClient.track("ordered"));
    await page.reload();
    await server.restart();
    await page.reload();
    await expect.poll(async () => (await storedEvents(server.data_dir))["ordered"]).toBe(1);
  });

  test("are sent even when the page is left immediately", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() => {
      void window.fanfareClient.track("left");
      location.href = "about:blank";
    });
    await expect.poll(async () => (await storedEvents(server.data_dir))["left"]).toBe(1);
  });

  test("are stored and sent once from a loop of 5,000", async ({ server, page, serve }) => {
    const site = await serve(moduleSnippet(server.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() =>
      Promise.all(Array.from({ length: 5_000 }, (_, index) => window.fanfareClient.track("many", { index }))),
    );
    await expect.poll(async () => (await storedEvents(server.data_dir))["many"], { timeout: 30_000 }).toBe(5_000);
  });
});
