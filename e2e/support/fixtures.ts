import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { seededDirectory } from "./seeded-directory.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

/**
 * A test with a server of its own, started on first use of `server` and stopped afterwards. Unless `owner` is false, it starts
 * with a copy of a migrated database.
 *
 * @example
 * test("…", async ({ server, page }) => { await page.goto(server.demo_url); });
 * test.use({ serverOptions: { owner: false } });
 */
export const test = base.extend<{ serverOptions: TestServerOptions; server: TestServer }>({
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions }, use) => {
    const from = serverOptions.owner === false ? {} : { from: await seededDirectory() };
    const server = await startTestServer({ ...from, ...serverOptions });
    await use(server);
    await server.stop();
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

/** How far the ring may stand off its element, in CSS pixels. */
const RING_GAP_PX = 16;

/** True when the spotlight surrounds the element, or the part of it that the window shows, and nothing much beside it. */
export async function spotlightOn(page: Page, target: Locator): Promise<boolean> {
  const screen = page.viewportSize();
  // Both read in one moment: the page may still scroll.
  const [ring, box] = await target.evaluate((element) => {
    const shown = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".ring");
    return [shown, element].map((each) => each?.getBoundingClientRect().toJSON() as DOMRect | undefined);
  });
  if (ring === undefined || box === undefined || screen === null) return false;
  const seen = {
    left: Math.max(0, box.x),
    top: Math.max(0, box.y),
    right: Math.min(screen.width, box.x + box.width),
    bottom: Math.min(screen.height, box.y + box.height),
  };
  const gaps = [
    seen.left - ring.x,
    seen.top - ring.y,
    ring.x + ring.width - seen.right,
    ring.y + ring.height - seen.bottom,
  ];
  return gaps.every((gap) => gap >= -1 && gap <= RING_GAP_PX);
}

/** Waits for the tour that greets, and sends it away. */
export async function dismissGreeting(page: Page): Promise<void> {
  await expect(card(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
}

/** A page that was cut off comes back after up to 15 seconds, and more where it dialled in vain meanwhile. */
export const RECONNECT_TIMEOUT_MS = 60_000;

/** Waits until the demo hears live: until then it may miss what is said. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByTestId("live-status")).toHaveAttribute("data-state", "live", {
    timeout: RECONNECT_TIMEOUT_MS,
  });
}

/** How many orders are on the desk, once they are there. */
export async function countOrders(page: Page): Promise<number> {
  await expect(page.locator("[data-order]").first()).toBeVisible();
  return page.locator("[data-order]").count();
}
