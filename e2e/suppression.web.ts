import type { Page } from "@playwright/test";
import { card, expect, stepTitle, test, untilLive } from "./support/fixtures.ts";

async function expectTour(page: Page): Promise<void> {
  await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
}

/** The page has booted and subscribed, so automatic content would be visible by now. */
async function expectNoTour(page: Page): Promise<void> {
  await untilLive(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(card(page)).toHaveCount(0);
}

async function hide(page: Page): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().includes("/v1/suppressions") && response.ok());
  await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
  await card(page).getByRole("button", { name: "Close" }).click();
  await expect(card(page)).toHaveCount(0);
  await stored;
}

test("keeps “Do not show again” across reloads, cleared storage, and browsers", async ({ server, page, browser }) => {
  await page.goto(server.demo_url);
  await expectTour(page);
  await hide(page);

  await page.reload();
  await expectNoTour(page);

  // Another browser with other storage, same person.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(server.demo_url);
  await expectNoTour(other);
  await elsewhere.close();

  // The same browser with cleared storage.
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
  });
  await page.goto("about:blank");
  await page.goto(server.demo_url);
  await expectNoTour(page);

  await page.getByTestId("start-tour").click();
  await expectTour(page);
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);

  const again = await (await browser.newContext()).newPage();
  await again.goto(server.demo_url);
  await expectTour(again);
  await again.context().close();
});

test("hides content only from the person who chose to hide it", async ({ server, page }) => {
  await page.goto(server.demo_url);
  await expectTour(page);
  await hide(page);
  await page.getByTestId("account-button").click();
  await page.getByTestId("user-u_grace").click();
  await expect(page.getByTestId("account-button")).toContainText("Grace Bellamy");
  await expectTour(page);
});

test("hides the tour on the person's other open page immediately", async ({ server, page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await page.goto(server.demo_url);
  await other.goto(server.demo_url);
  await expectTour(page);
  await expectTour(other);
  await untilLive(other);
  await hide(page);
  await expect(card(other)).toHaveCount(0);
  await other.context().close();
});
