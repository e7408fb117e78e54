import { card, confetti, countOrders, expect, next, spotlightOn, stepTitle, test } from "./journey.ts";

/** What each step of the demo's tour says and points at, in order. */
const STEPS = [
  ["Welcome to the order desk", undefined],
  ["You are connected", "live-status"],
  ["Make an order arrive", "simulate-order"],
  ["See only what needs you", "status-filters"],
  ["Every order, newest first", "orders-table"],
  ["One thing to do next", "order-detail"],
  ["Everyone has their own memory", "account-button"],
] as const;

for (const [size, viewport] of [
  ["a desk", { width: 1280, height: 860 }],
  ["a phone", { width: 360, height: 740 }],
] as const) {
  test(`the demo greets with a tour whose every step lands on its element, on ${size}`, async ({ house, page }) => {
    await page.setViewportSize(viewport);
    await page.goto(house.demo_url);
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

test("the element under the spotlight can be used while the step points at it", async ({ house, page }) => {
  await page.goto(house.demo_url);
  for (const title of ["Welcome to the order desk", "You are connected"]) {
    await expect(stepTitle(page)).toHaveText(title);
    await next(page);
  }
  await expect(stepTitle(page)).toHaveText("Make an order arrive");
  const before = await countOrders(page);
  await page.getByTestId("simulate-order").click();
  await expect(page.locator("[data-order]")).toHaveCount(before + 1);
  await expect(stepTitle(page)).toHaveText("Make an order arrive");
});

test("a reload goes on where the person was", async ({ house, page }) => {
  await page.goto(house.demo_url);
  await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
  await next(page);
  await expect(stepTitle(page)).toHaveText("You are connected");
  await next(page);
  await expect(stepTitle(page)).toHaveText("Make an order arrive");
  // The move is told to the server in the background; the page that comes next reads it from there.
  await expect
    .poll(async () => {
      await page.reload();
      return stepTitle(page).textContent();
    })
    .toBe("Make an order arrive");
});
