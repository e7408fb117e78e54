import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type House, type HouseOptions, startHouse } from "./house.ts";

/**
 * A test with a house of its own, started when `house` is first asked for and stopped afterwards.
 *
 * @example
 * test("…", async ({ house, page }) => { await page.goto(house.demo_url); });
 * test.use({ houseOptions: { owner: false } });
 */
export const test = base.extend<{ houseOptions: HouseOptions; house: House }>({
  houseOptions: [{}, { option: true }],
  house: async ({ houseOptions }, use) => {
    const house = await startHouse(houseOptions);
    await use(house);
    await house.stop();
  },
});
export { expect };

/** The card of the tour on the screen. */
export function card(page: Page): Locator {
  return page.locator("fanfare-ui .card");
}

/** The heading of the step on the screen. */
export function stepTitle(page: Page): Locator {
  return card(page).getByRole("heading").first();
}

export const confetti = (page: Page): Locator => page.locator("fanfare-ui canvas");

/** Presses the button that moves on. */
export async function next(page: Page): Promise<void> {
  await card(page).locator("button.primary").click();
}

/** Share of the spotlight that lies on the element: 1 when the ring surrounds it, or the part of it that is seen. */
export async function spotlightShare(page: Page, target: Locator): Promise<number> {
  const [ring, box] = [await page.locator("fanfare-ui .ring").boundingBox(), await target.boundingBox()];
  if (ring === null || box === null) return 0;
  const width = Math.min(ring.x + ring.width, box.x + box.width) - Math.max(ring.x, box.x);
  const height = Math.min(ring.y + ring.height, box.y + box.height) - Math.max(ring.y, box.y);
  return (Math.max(0, width) * Math.max(0, height)) / (ring.width * ring.height);
}

/** Waits until the demo hears live: until then it may miss what is said. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByTestId("live-status")).toHaveAttribute("data-state", "live");
}
