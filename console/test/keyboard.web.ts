import { tourSteps } from "@fanfare/contract/content/positions";
import type { Page } from "@playwright/test";
import { APP, enter, expect, OWNER, readTour, test } from "./support/harness.ts";

/** Presses Tab until the focused element has this name. Fails if none does. */
async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return "";
      const labels = "labels" in element && element.labels instanceof NodeList ? [...element.labels] : [];
      return element.getAttribute("aria-label") ?? labels[0]?.textContent ?? element.textContent ?? "";
    });
    if (name.test(found.trim())) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return false;
    const holders = [element, ...(element.closest("div[class*='has-']") === null ? [] : [element.closest("div")])];
    return holders.some((each) => {
      if (each === null) return false;
      const own = getComputedStyle(each);
      const after = getComputedStyle(each, "::after");
      return [own, after].some((style) => style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2);
    });
  });
  expect(shown).toBe(true);
}

test("leaves the focus where people put it before the new page's navigation ended", async ({
  server,
  signedIn: page,
}) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  // The first moment at which someone can focus the field: before, the page is there, but hidden.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>("[aria-label='Search templates']");
      field?.focus();
      if (field !== null && document.activeElement === field) observer.disconnect();
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
  await page.getByRole("link", { name: "Start from a template instead" }).click();
  // Announced at the end of the navigation.
  await expect(page.getByRole("status").filter({ hasText: "Templates" })).toBeAttached();
  await expect(page.getByRole("searchbox", { name: "Search templates" })).toBeFocused();
});

test("signs in, builds, and publishes a tour by keyboard alone", async ({ server, page }) => {
  // Hides the welcome tour. The test itself signs in by hand.
  await enter(page.request, server);
  await page.context().clearCookies();

  await page.goto(`${server.url}/console/`);
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();

  await tabTo(page, /^New content$/);
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New content" }).getByRole("radio", { name: "Tour" })).toBeFocused();
  await tabTo(page, /^Name$/);
  await page.keyboard.type("Made with keys");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type("Hello, keys");
  await tabTo(page, /^Bold$/);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Press ");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type("Save");
  await expect(page.getByRole("textbox", { name: "Text" }).getByRole("strong")).toHaveText("Save");

  await tabTo(page, /^Add step$/, "Shift+Tab");
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("And another");
  await tabTo(page, /And another/, "Shift+Tab");
  await expectVisibleFocus(page);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("status").filter({ hasText: "And another moved to step 1 of 2" })).toHaveCount(1);

  await tabTo(page, /^Publish$/, "Shift+Tab");
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();

  const id = /cnt_[^?]+/.exec(page.url())?.[0] ?? "";
  const { draft, status } = await readTour(page, server, id);
  expect(tourSteps(draft.body).map((each) => each.title)).toEqual(["And another", "Hello, keys"]);
  expect(status).toBe("live");
});

test("offers the skip link on the first Tab", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("traps the focus in a dialog and restores it on close", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New content" });
  await expect(dialog.getByRole("radio", { name: "Tour" })).toBeFocused();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    // Focus guards at both ends briefly have the focus.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New content" })).toBeFocused();
});

test("returns the focus to the main region when the sheet of shortcuts closes", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  const main = page.locator("#main");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const openAndClose = async (close: () => Promise<void>): Promise<void> => {
    await page.keyboard.press("?");
    await expect(sheet).toBeVisible();
    await close();
    await expect(sheet).toHaveCount(0);
    await expect(main).toBeFocused();
  };
  // Nothing has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await expect(page.locator("body")).toBeFocused();
  await openAndClose(() => page.keyboard.press("Escape"));
  // The main region has it, as after a navigation.
  await openAndClose(() => sheet.getByRole("button", { name: "Close" }).first().click());
  const link = main.getByRole("link").first();
  await link.focus();
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
});

test("selects an app by typing its name", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "App: First app" }).press("Enter");
  const field = page.getByRole("combobox", { name: "Select an app" });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expect(field).toHaveAttribute("aria-autocomplete", "list");
  const list = page.getByRole("listbox");
  await expect(field).toHaveAttribute("aria-controls", (await list.getAttribute("id")) ?? "");
  const status = page.getByRole("dialog", { name: "Select an app" }).getByRole("status");
  await page.keyboard.type("no such");
  await expect(page.getByText("No results")).toBeVisible();
  await expect(status.filter({ hasText: "No results" })).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("first");
  const option = page.getByRole("option", { name: /First app/ });
  await expect(option).toBeVisible();
  // Announced after the debounce.
  await expect(status.filter({ hasText: /^1 option$/ })).toHaveCount(1);
  // In the field, Home and End move the caret.
  const caret = (): Promise<number | null> => field.evaluate((it) => (it as HTMLInputElement).selectionStart);
  await page.keyboard.press("Home");
  await expect.poll(caret).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(caret).toBe(5);
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await expect(option).toHaveAttribute("aria-selected", "true");
  // The only option stays highlighted for Enter.
  for (const key of ["ArrowDown", "ArrowUp"]) {
    await page.keyboard.press(key);
    await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  }
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "App: First app" });
  await expect(button).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("keeps Settings and the current page in sight in the navigation of a low window", async ({
  server,
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${server.url}/console/${APP.id}/webhooks`);
  const navigation = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Webhooks", "Settings"]) {
    await expect(navigation.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(navigation.getByRole("link", { name: "Overview" })).not.toBeInViewport();
});
