import { APP } from "../../e2e/house.ts";
import { expect } from "../../e2e/journey.ts";
import { moduleSnippet, storedEvents } from "./guest-page.ts";
import { test, untilConnected } from "./guest-test.ts";

test.use({ houseOptions: { demo: false, contents: { contents: [] } } });

test.describe("what was tracked", () => {
  test("survives a reload while the server is away", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await house.server().stop();
    await page.evaluate(() => window.guest.track("ordered"));
    await page.reload();
    await house.restart();
    await page.reload();
    await expect.poll(async () => (await storedEvents(house.data_dir))["ordered"]).toBe(1);
  });

  test("arrives though the page is left in the same moment", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() => {
      void window.guest.track("left");
      location.href = "about:blank";
    });
    await expect.poll(async () => (await storedEvents(house.data_dir))["left"]).toBe(1);
  });

  test("is kept and sent once from a loop of 5,000", async ({ house, page, serve }) => {
    const site = await serve(moduleSnippet(house.url, APP.key));
    await page.goto(site.url);
    await untilConnected(page);
    await page.evaluate(() =>
      Promise.all(Array.from({ length: 5_000 }, (_, index) => window.guest.track("many", { index }))),
    );
    await expect.poll(async () => (await storedEvents(house.data_dir))["many"], { timeout: 30_000 }).toBe(5_000);
  });
});
