import type { Browser, Page } from "@playwright/test";
import { SignJWT } from "jose";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { TOUR, test, title, untilConnected } from "./support/host-test.ts";

const DAY_MS = 86_400_000;

/** A token valid for more than a year; token expiry isn't tested here. */
const tokenOf = (external_id: string): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(APP.key)
    .setExpirationTime("400d")
    .sign(new TextEncoder().encode(APP.secret));

const identify = async (external_id: string): Promise<string> =>
  `window.fanfareClient.identify("${external_id}", {}, { token: "${await tokenOf(external_id)}" });`;

async function hide(page: Page): Promise<void> {
  const response = page.waitForResponse((response) => response.url().includes("/v1/suppressions") && response.ok());
  await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
  await card(page).getByRole("button", { name: "Close" }).click();
  await response;
}

/** Waits until automatic content would have appeared. */
async function expectNothing(page: Page, where: string): Promise<void> {
  await untilConnected(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(card(page), where).toHaveCount(0);
}

const fresh = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test.use({ serverOptions: { demo: false, contents: TOUR } });

test("hides on day 364 and not on day 366 after “Do not show again” in all cases", async ({
  server,
  browser,
  serve,
}) => {
  test.slow();
  const sites = {
    identified: await serve(moduleSnippet(server.url, APP.key, await identify("u_ada"))),
    anonymous: await serve(moduleSnippet(server.url, APP.key)),
    merged: await serve(moduleSnippet(server.url, APP.key, await identify("u_grace"))),
  };
  const [ada, visitor, grace] = [await fresh(browser), await fresh(browser), await fresh(browser)];
  for (const [page, site] of [
    [ada, sites.identified],
    [visitor, sites.anonymous],
    [grace, sites.anonymous],
  ] as const) {
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
    await hide(page);
  }
  // Identifying the anonymous visitor as Grace keeps the suppression.
  const merged = await grace.evaluate(
    (token) => window.fanfareClient.identify("u_grace", {}, { token }),
    await tokenOf("u_grace"),
  );
  expect(merged).toEqual({ status: "identified", verified: true });

  await server.restart(0, 364 * DAY_MS);
  for (const [where, page, site] of [
    ["identified", ada, sites.identified],
    ["on a second device", await fresh(browser), sites.identified],
    ["anonymous", visitor, sites.anonymous],
    ["merged", await fresh(browser), sites.merged],
  ] as const) {
    await page.goto(site.url);
    await expectNothing(page, where);
  }
  await ada.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
  });
  await ada.context().clearCookies();
  await ada.goto("about:blank");
  await ada.goto(sites.identified.url);
  await expectNothing(ada, "with cleared storage");

  await server.restart(0, 366 * DAY_MS);
  for (const [page, site] of [
    [ada, sites.identified],
    [visitor, sites.anonymous],
    [await fresh(browser), sites.merged],
  ] as const) {
    await page.goto(site.url);
    await expect(title(page)).toHaveText("First");
  }
});
