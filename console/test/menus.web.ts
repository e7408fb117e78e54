import type { Locator, Page, Route } from "@playwright/test";
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

test("opens a menu during a press of the mouse once menus have loaded", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  await account.hover();
  await page.mouse.down();
  // Looks as while its menu is open.
  await expect(account).toHaveAttribute("data-popup-open", "");
  await expect(account).toHaveAttribute("data-waiting", "");
  await release();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.mouse.up();
  await settle(page);
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(account).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await account.click();
  await expect(page.getByRole("menu")).toBeVisible();
});

test("opens no menu whose press was canceled before menus have loaded", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  for (const cancel of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("heading", { level: 1 }).click(),
    () => account.click(),
  ]) {
    await account.click();
    await expect(account).toHaveAttribute("data-waiting", "");
    await cancel();
    await expect(account).not.toHaveAttribute("data-waiting");
  }
  await release();
  await expect(account).toHaveAttribute("id", /base-ui/);
  await settle(page);
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("gives a button the click of a touch during which menus load", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  const release = await holdMenus(page);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const account = page.getByRole("button", { name: /account$/ });
  const touch = { pointerType: "touch" };
  const loaded = page.waitForResponse(/menu-parts[^/]*\.js$/);
  await account.dispatchEvent("pointerdown", touch);
  await release();
  await loaded;
  await settle(page);
  // A button that's replaced gets no click.
  await expect(account).not.toHaveAttribute("id", /base-ui/);
  await account.dispatchEvent("pointerup", touch);
  await account.dispatchEvent("click", { detail: 1 });
  await expect(page.getByRole("menu")).toBeVisible();
});

test("scrolls a menu that is longer than its room on the screen", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "All types" }).click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeInViewport({ ratio: 1 });
  const last = menu.getByRole("menuitemcheckbox").or(menu.getByRole("menuitemradio")).last();
  await page.keyboard.press("End");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
});

/** Where the list ends within its last visible item, from 0 to 1. */
const endOf = (list: Locator) =>
  list.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const items = [...element.querySelectorAll("[role^=menuitem], [role=option]")];
    const last = items.map((item) => item.getBoundingClientRect()).findLast(({ top }) => top < bottom);
    return last === undefined ? 0 : (bottom - last.top) / last.height;
  });

test("ends a menu that scrolls within an item, which shows that it goes on", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "All types" }).click();
  await expect.poll(() => endOf(page.getByRole("menu"))).toBeCloseTo(0.5, 1);
});

/** Until what has happened is rendered. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
