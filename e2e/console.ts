import type { Page } from "@playwright/test";
import { OWNER } from "./house.ts";
import { card, expect } from "./journey.ts";

/** Signs the owner in and waits for the list of contents. The console's own tour, if it greets, is sent away. */
export async function signIn(page: Page, house_url: string): Promise<void> {
  await page.goto(`${house_url}/console/`);
  await page.getByLabel("E-mail address").fill(OWNER.email);
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
