import type { Page, Route } from "@playwright/test";
import { APP, createTour, expect, test } from "./support/harness.ts";

/** Holds back the code of menus until it's released. */
async function holdMenus(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(/menu-parts[^/]*\.js$/, (route) => void held.push(route));
  return async () => {
    await expect.poll(() => held.length).toBe(1);
    for (const route of held) await route.continue();
  };
}

test("opens a menu that was pressed before menus have loaded", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  await expect(account).toHaveAttribute("aria-haspopup", "menu");
  await account.click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await release();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(account).toBeFocused();
});

test("keeps the focus on a menu's button, and its first key, while menus load", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  await account.focus();
  await release();
  await expect(account).toHaveAttribute("id", /base-ui/);
  await expect(account).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
});

test("opens a menu at its first item after a key that came before menus have loaded", async ({
  server,
  signedIn: page,
}) => {
  await createTour(page.request, server);
  for (const key of ["Enter", "Space", "ArrowDown"]) {
    const release = await holdMenus(page);
    await page.goto(`${server.url}/console/${APP.id}/content`);
    await page.getByRole("button", { name: /account$/ }).focus();
    await page.keyboard.press(key);
    await release();
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.unrouteAll();
  }
});

test("gives a button its click if menus load during the press", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  await account.hover();
  await page.mouse.down();
  const loaded = page.waitForResponse(/menu-parts[^/]*\.js$/);
  await release();
  await loaded;
  await page.mouse.up();
  await expect(page.getByRole("menu")).toBeVisible();
});
