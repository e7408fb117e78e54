import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { seededDirectory } from "./seeded-directory.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

/**
 * Test with its own server, started on first use of `server` and stopped afterwards. Unless `owner` is false, it starts
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

export function card(page: Page): Locator {
  return page.locator("fanfare-ui .card");
}

export function stepTitle(page: Page): Locator {
  return card(page).getByRole("heading").first();
}

export const confetti = (page: Page): Locator => page.locator("fanfare-ui canvas");

export async function next(page: Page): Promise<void> {
  await card(page).locator("button.primary").click();
}

/** Maximum distance of the spotlight ring from its element, in CSS pixels. */
const RING_GAP_PX = 16;

/** True if the spotlight surrounds the element, or its visible part, and little else. */
export async function spotlightOn(page: Page, target: Locator): Promise<boolean> {
  const screen = page.viewportSize();
  // Read both at the same time: the page may still scroll.
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

export async function dismissGreeting(page: Page): Promise<void> {
  await expect(card(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
}

/** A disconnected page reconnects after up to 15 seconds, or more after failed attempts. */
export const RECONNECT_TIMEOUT_MS = 60_000;

/** Waits until the demo is connected. Before that, it may miss events. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByTestId("live-status")).toHaveAttribute("data-state", "live", {
    timeout: RECONNECT_TIMEOUT_MS,
  });
}

export async function countOrders(page: Page): Promise<number> {
  await expect(page.locator("[data-order]").first()).toBeVisible();
  return page.locator("[data-order]").count();
}
