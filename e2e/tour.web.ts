import { card, confetti, countOrders, expect, next, spotlightOn, stepTitle, test } from "./support/fixtures.ts";

/** Title and target of each step of the demo's tour, in order. */
const STEPS = [
  ["Welcome to the order desk", undefined],
  ["You’re connected", "live-status"],
  ["Simulate an order", "simulate-order"],
  ["Filter your orders", "status-filters"],
  ["Every order, newest first", "orders-table"],
  ["Order details", "order-detail"],
  ["Everyone has their own tour", "account-button"],
] as const;

for (const [size, viewport] of [
  ["a desk", { width: 1280, height: 860 }],
  ["a phone", { width: 360, height: 740 }],
] as const) {
  test(`anchors every step of the demo's tour to its element on ${size}`, async ({ server, page }) => {
    await page.setViewportSize(viewport);
    await page.goto(server.demo_url);
    for (const [title, test_id] of STEPS) {
      await expect(stepTitle(page)).toHaveText(title);
      if (test_id !== undefined) {
        await expect.poll(() => spotlightOn(page, page.getByTestId(test_id))).toBe(true);
      }
      await next(page);
    }
    await expect(confetti(page)).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await expect(confetti(page)).toHaveCount(0, { timeout: 10_000 });
  });
}

test("lets people use the highlighted element during a step", async ({ server, page }) => {
  await page.goto(server.demo_url);
  for (const title of ["Welcome to the order desk", "You’re connected"]) {
    await expect(stepTitle(page)).toHaveText(title);
    await next(page);
  }
  await expect(stepTitle(page)).toHaveText("Simulate an order");
  const before = await countOrders(page);
  await page.getByTestId("simulate-order").click();
  await expect(page.locator("[data-order]")).toHaveCount(before + 1);
  await expect(stepTitle(page)).toHaveText("Simulate an order");
});

test("resumes at the current step after a reload", async ({ server, page }) => {
  await page.goto(server.demo_url);
  await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
  await next(page);
  await expect(stepTitle(page)).toHaveText("You’re connected");
  await next(page);
  await expect(stepTitle(page)).toHaveText("Simulate an order");
  // The move is sent in the background, and the next page reads it from the server.
  await expect
    .poll(async () => {
      await page.reload();
      return stepTitle(page).textContent();
    })
    .toBe("Simulate an order");
});
