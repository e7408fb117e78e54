import Pusher from "pusher";
import { confetti, countOrders, dismissGreeting, expect, test, untilLive } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

test("shows an order pushed with Pusher's library on every open page", async ({ server, page, browser }) => {
  const grace = await (await browser.newContext()).newPage();
  for (const desk of [page, grace]) {
    await desk.goto(server.demo_url);
    await untilLive(desk);
    await dismissGreeting(desk);
  }
  const before = await countOrders(grace);
  await page.getByTestId("simulate-order").click();
  await expect(page.locator("[data-order]")).toHaveCount(before + 1);
  await expect(grace.locator("[data-order]")).toHaveCount(before + 1);
  await expect(grace.getByTestId("news")).toContainText("just arrived");

  // Bypasses the shop: anyone with the app's secret and any Pusher library can publish.
  const { hostname, port } = new URL(server.url);
  const pusher = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
  await pusher.trigger("private-group-staff", "order.created", {
    number: "TL-9001",
    customer: "Vera Nachtigall",
    town: "Jena",
    lines: [{ name: "Jute twine, 300 m", quantity: 2, unit_price_cents: 640 }],
    note: null,
    status: "new",
    placed_at: new Date().toISOString(),
    history: [{ status: "new", at: new Date().toISOString(), by: "Vera Nachtigall" }],
  });
  for (const desk of [page, grace]) await expect(desk.locator('[data-order="TL-9001"]')).toContainText("€12.80");
  await grace.context().close();
});

test("celebrates a shipped order for its shipper and updates every page", async ({ server, page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  for (const desk of [page, other]) {
    await desk.goto(server.demo_url);
    await untilLive(desk);
    await dismissGreeting(desk);
  }
  const number = await page.locator("[data-order]").first().getAttribute("data-order");
  const badge = other.locator(`[data-order="${number}"] .badge`);
  await expect(badge).toHaveText("New");
  await page.getByTestId("advance-order").click();
  await expect(badge).toHaveText("Packing");
  await expect(page.getByTestId("detail-status")).toHaveText("Packing");
  await page.getByTestId("advance-order").click();
  await expect(confetti(page)).toBeVisible();
  await expect(badge).toHaveText("Shipped");
  await expect(other.getByTestId("news")).toContainText(`Ada Larkspur shipped ${number}.`);
  await expect(confetti(other)).toHaveCount(0);
  await other.context().close();
});
