import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { TOUR, test, title, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: TOUR } });

const names = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
  ]);

const keptOf = (page: Page): Promise<string> =>
  page.evaluate((key) => localStorage.getItem(`fanfare:${key}:kept`) ?? "", APP.key);

test("stores nothing in any tab or later page without consent", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  await expect(title(page)).toHaveText("First");
  const second = await page.context().newPage();
  await second.goto(site.url);
  await untilConnected(second);
  await second.evaluate(() => window.fanfareClient.track("before"));
  await expect.poll(() => names(page)).toContain(`fanfare:${APP.key}:anonymous`);
  await expect.poll(() => keptOf(page)).not.toBe("");
  await second.evaluate((key) => {
    const events: unknown[] = [];
    Object.assign(window, { events });
    new BroadcastChannel(`fanfare:${key}`).onmessage = ({ data }) => void events.push(data);
  }, APP.key);
  await page.evaluate(() => window.fanfareClient.setConsent("denied"));
  await second.waitForFunction(() => (Reflect.get(window, "events") as unknown[]).includes("denied"));
  await expect.poll(() => names(page)).toEqual([]);
  for (const tab of [page, second]) {
    await tab.evaluate(() => window.fanfareClient.track("after"));
    await tab.evaluate(() => window.fanfareClient.suppress({ tag: "more" }));
  }
  await expect.poll(() => names(second)).toEqual([]);

  const refused = await serve(
    moduleSnippet(server.url, APP.key).replace("debug: true", `debug: true, consent: "denied"`),
  );
  await page.goto(refused.url);
  await page.evaluate((key) => {
    for (const name of ["anonymous", "device"]) localStorage.setItem(`fanfare:${key}:${name}`, "of an earlier page");
    localStorage.setItem("cart", "of the page's own");
  }, APP.key);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["cart"]);
});

test("doesn't store data again from another tab after sign-out", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key, `window.fanfareClient.identify("u_leaves");`));
  await page.goto(site.url);
  await expect(title(page)).toHaveText("First");
  const second = await page.context().newPage();
  await second.goto(site.url);
  await untilConnected(second);
  await expect.poll(() => keptOf(page)).toContain("u_leaves");
  // The other tab also stores a response.
  await page.evaluate((key) => localStorage.removeItem(`fanfare:${key}:kept`), APP.key);
  await expect
    .poll(async () => {
      await second.evaluate(() => window.fanfareClient.suppress({ tag: "first" }));
      return keptOf(second);
    })
    .toContain("u_leaves");
  await page.evaluate(() => window.fanfareClient.reset());
  await second.evaluate(() => window.fanfareClient.suppress({ tag: "second" }));
  expect(await keptOf(second)).not.toContain("u_leaves");
  await second.reload();
  await expect.poll(() => keptOf(second)).toContain("u_leaves");
});

test("caches the response of the person that is identified right after a reset", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key, `window.fanfareClient.identify("u_leaves");`));
  await page.goto(site.url);
  await expect.poll(() => keptOf(page)).toContain("u_leaves");
  await page.evaluate(() => {
    window.fanfareClient.track("last");
    const reset = window.fanfareClient.reset();
    return Promise.all([reset, window.fanfareClient.identify("u_comes")]);
  });
  await expect.poll(() => keptOf(page)).toContain("u_comes");
});
