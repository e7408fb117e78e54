import type { WebhookDelivery } from "@fanfare/contract/schema/webhook";
import { APP, enterAs, expect, GRACE, test } from "./harness.ts";
import { check } from "./looks.ts";

const ADDRESS = `/console/${APP.id}/webhooks`;
/** An address of no private network; nobody listens at that port. */
const OUTSIDE = "https://8.8.8.8:9/fanfare";

test("a webhook is made, changed and deleted; an address of the own network is refused at its field", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.goto(house.url + ADDRESS);
  await expect(page.getByRole("heading", { name: "Nobody is told yet" })).toBeVisible();
  await check(page, "no webhooks");

  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("Write the address of your back end.")).toBeVisible();
  await dialog.getByLabel("URL").fill("http://169.254.169.254/hook");
  await dialog.getByRole("radio", { name: "Only some" }).click();
  await dialog.getByRole("checkbox", { name: /client_event/ }).check();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("URL")).toBeFocused();
  await check(page, "a refused address");
  await dialog.getByLabel("URL").fill(OUTSIDE);
  await page.route("**/api/webhooks", (route) => {
    const problem = {
      code: "stopping",
      title: "Fanfare is stopping",
      detail: "Try again in a moment.",
      retryable: true,
    };
    return route.fulfill({ status: 503, json: { ...problem, status: 503, request_id: "req_seen" } });
  });
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Request req_seen");
  await expect(dialog.getByRole("alert").getByRole("link", { name: "stopping" })).toHaveAttribute(
    "href",
    `${house.url}/docs/errors#stopping`,
  );
  await page.unroute("**/api/webhooks");
  // The server does it, and its answer is lost: trying again makes no second one.
  await page.route("**/api/webhooks", async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server could not be reached.");
  await page.unroute("**/api/webhooks");
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toHaveCount(0);
  const item = page.getByRole("listitem").filter({ hasText: OUTSIDE });
  await expect(item).toHaveCount(1);
  await expect(item).toContainText("client_event");
  await expect(item).toContainText("On");

  await page.getByRole("button", { name: `Edit ${OUTSIDE}` }).click();
  await page.getByRole("switch", { name: "On" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(item).toContainText("Off");
  await page.getByRole("button", { name: `Resume ${OUTSIDE}` }).click();
  await expect(item).toContainText("On");

  await page.getByRole("button", { name: `Delete ${OUTSIDE}` }).click();
  await expect(page.getByRole("heading", { name: "Nobody is told yet" })).toBeVisible();
  await page.getByText("Webhook deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(item).toContainText("On");
  await page.getByText("The webhook is back").waitFor();
  await expect(page.getByText("Webhook deleted")).toHaveCount(0);
  await page.getByRole("button", { name: `Delete ${OUTSIDE}` }).click();
  await page.getByText("Webhook deleted").waitFor();
  await expect(item).toHaveCount(0);
});

test("deliveries say what was sent and what came of it; what was given up is sent once more", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  const made = await page.request.post(`${house.url}/api/webhooks`, {
    headers: { origin: house.url },
    data: { app_id: APP.id, url: OUTSIDE },
  });
  expect(made.status(), await made.text()).toBe(201);
  // The contract's Webhook, from the server of this repository.
  const { id } = (await made.json()) as { readonly id: string };
  const delivery = (change: Partial<WebhookDelivery>): WebhookDelivery => ({
    id: `whd_${change.state}`,
    webhook_id: id,
    state: "delivered",
    attempts: 1,
    body: JSON.stringify({ time_ms: 1, events: [{ name: "channel_occupied", channel: "orders" }] }),
    created_at: new Date().toISOString(),
    next_attempt_at: null,
    last_status: 200,
    last_error: null,
    delivered_at: new Date().toISOString(),
    ...change,
  });
  const asked: string[] = [];
  await page.route("**/api/webhook-deliveries?*", (route) => {
    asked.push(new URL(route.request().url()).search);
    const dead = delivery({ state: "dead", attempts: 9, last_status: 503, last_error: "It answered with 503." });
    return route.fulfill({ json: { items: [dead, delivery({}), delivery({ state: "pending" })], next: null } });
  });
  let replayed = 0;
  await page.route("**/api/webhook-deliveries/*/replay", (route) => {
    replayed += 1;
    return route.fulfill({ json: delivery({ state: "pending" }) });
  });
  await page.goto(house.url + ADDRESS);
  await expect(page.getByText("9 attempts, 503")).toBeVisible();
  await page.getByText("What is sent").first().click();
  await check(page, "deliveries");
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Sent once more")).toBeVisible();
  expect(replayed).toBe(1);
  await page.getByRole("radio", { name: "Given up" }).click();
  await expect(page).toHaveURL(/state=dead/);
  await expect.poll(() => asked.at(-1)).toContain("state=dead");
});

test("webhooks are for those who look after the app: an editor has no way there", async ({ house, browser }) => {
  const page = await enterAs(GRACE, browser, house);
  await page.goto(house.url + ADDRESS);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("link", { name: "Content", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await page.context().close();
});
