import type { Locator, Page } from "@playwright/test";
import { card, expect } from "./fixtures.ts";
import { OWNER } from "./test-server.ts";

/** Signs the owner in and waits for the list of contents. The console's own tour, if it greets, is sent away. */
export async function signIn(page: Page, server_url: string): Promise<void> {
  await page.goto(`${server_url}/console/`);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/console\/[^/]+\/content/);
}

/** Sends the console's welcome away: it greets every new member. */
export async function closeGreeting(page: Page): Promise<void> {
  await expect(card(page)).toBeVisible();
  await card(page).getByRole("button", { name: "Close" }).click();
  await expect(card(page)).toHaveCount(0);
}

/** For what a page tells by itself, on a machine that has other work. */
const SUBSCRIBE_TIMEOUT_MS = 60_000;

/** Goes somewhere and waits until the page is on the channel on which it hears what others do. */
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

/** Escape asks once before it drops what was typed into the dialog; whoever stays finds it as it was. */
export async function expectSaved(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  const asked = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await expect(asked).toHaveCount(0);
  await expect(dialog).toBeVisible();
}
