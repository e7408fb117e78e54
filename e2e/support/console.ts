import type { Locator, Page } from "@playwright/test";
import { card, expect } from "./fixtures.ts";
import { OWNER } from "./test-server.ts";

/** Signs in the owner and waits for the content list. Closes the console's own tour if it appears. */
export async function signIn(page: Page, server_url: string): Promise<void> {
  await page.goto(`${server_url}/console/`);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/console\/[^/]+\/content/);
}

/** Closes the console's welcome tour, which every new member gets. */
export async function closeGreeting(page: Page): Promise<void> {
  await expect(card(page)).toBeVisible();
  await card(page).getByRole("button", { name: "Close" }).click();
  await expect(card(page)).toHaveCount(0);
}

/** For automatic requests of a page on a busy machine. */
const SUBSCRIBE_TIMEOUT_MS = 60_000;

/** Navigates and waits until the page is subscribed to the channel for changes by others. */
export async function untilSubscribed(page: Page, go: () => Promise<unknown>): Promise<void> {
  const isOn = (payload: string): boolean =>
    payload.includes("subscription_succeeded") && payload.includes('"channel":"fanfare"');
  const subscribed = page
    .waitForEvent("websocket", { predicate: (socket) => socket.url().includes("/app/"), timeout: SUBSCRIBE_TIMEOUT_MS })
    .then((socket) =>
      socket.waitForEvent("framereceived", {
        predicate: ({ payload }) => isOn(String(payload)),
        timeout: SUBSCRIBE_TIMEOUT_MS,
      }),
    );
  await go();
  await subscribed;
}

/** Checks that Escape asks before discarding input, and that "Keep editing" preserves it. */
export async function expectSaved(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  const asked = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await expect(asked).toHaveCount(0);
  await expect(dialog).toBeVisible();
}

/**
 * Selects an item of a list or menu that has just opened. Base UI ignores clicks on items that the pointer hasn't
 * entered.
 */
export async function pick(item: Locator): Promise<void> {
  await expect(async () => {
    await item.hover();
    await expect(item).toHaveAttribute("data-highlighted", { timeout: 500 });
  }).toPass();
  await item.click();
}
