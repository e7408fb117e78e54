import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "@fanfare/contract/limits";
import type { Page } from "@playwright/test";
import { OWNER, type TestServer } from "../../e2e/support/test-server.ts";
import { APP, enterAs, expect, expectKept, exportedFrom, GRACE, pick, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const ADDRESS = `/console/${APP.id}/webhooks`;
/** Public IP address without a listener on this port. */
const OUTSIDE = "https://8.8.8.8:9/fanfare";

/** Selects an action in a receiver's menu. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await pick(page.getByRole("menuitem", { name: action, exact: true }));
}

test("creates, edits, and deletes a webhook, and rejects a private address", async ({ server, signedIn: page }) => {
  test.slow();
  await page.goto(`${server.url}/console/${APP.id}/live`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await check(page, "no webhooks");

  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("Enter the URL of your backend.")).toBeVisible();
  await dialog.getByLabel("URL").fill("http://169.254.169.254/hook");
  await dialog.getByRole("radio", { name: "Channels" }).click();
  await dialog.getByRole("radio", { name: "Selected events" }).click();
  await dialog.getByRole("checkbox", { name: /client_event/ }).check();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("URL")).toBeFocused();
  await check(page, "a refused address");
  await dialog.getByLabel("URL").fill(OUTSIDE);
  // Escape and outside clicks ask before they discard input.
  await expectKept(page, dialog);
  await page.mouse.click(5, 5);
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Discard changes" })
    .click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByLabel("URL").fill(OUTSIDE);
  await dialog.getByRole("radio", { name: "Channels" }).click();
  await dialog.getByRole("radio", { name: "Selected events" }).click();
  await dialog.getByRole("checkbox", { name: /client_event/ }).check();
  await page.route("**/api/webhooks?*", (route) => {
    const problem = {
      code: "stopping",
      title: "Fanfare is stopping",
      detail: "Try again in a moment.",
      retryable: true,
    };
    return route.fulfill({ status: 503, json: { ...problem, status: 503, request_id: "req_seen" } });
  });
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Request ID req_seen");
  await expect(dialog.getByRole("alert").getByRole("link", { name: "stopping" })).toHaveAttribute(
    "href",
    `${server.url}/docs/errors#stopping`,
  );
  await page.unroute("**/api/webhooks?*");
  // The response is lost after the server created the webhook. The retry must not create a second one.
  await page.route("**/api/webhooks?*", async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Check your connection, then try again.");
  await page.unroute("**/api/webhooks?*");
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toHaveCount(0);
  const secret = page.getByRole("dialog", { name: "Signing secret" });
  await expect(secret.getByRole("status", { name: "Secret" })).toHaveText(/^whsec_/);
  await expect(secret.getByRole("link", { name: "How to verify requests" })).toHaveAttribute(
    "href",
    `${server.url}/docs/webhooks#verify-a-request`,
  );
  await check(page, "the signing secret of a new webhook");
  await secret.getByRole("button", { name: "I’ve copied it" }).click();
  await expect(secret).toHaveCount(0);
  const item = page.getByRole("listitem").filter({ hasText: OUTSIDE });
  await expect(item).toHaveCount(1);
  await expect(item).toContainText("Client event");
  await expect(item).toContainText("On");

  await choose(page, OUTSIDE, "Edit…");
  await page.getByRole("switch", { name: "On" }).click();
  // Toggles count as input as well, also on back navigation.
  await expectKept(page, page.getByRole("dialog", { name: "Edit webhook" }));
  await page.evaluate(() => history.back());
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await expect(page).toHaveURL(server.url + ADDRESS);
  await expect(page.getByRole("switch", { name: "On" })).not.toBeChecked();
  // A concurrent change by another member. Neither change is lost silently.
  const { items } = await (await page.request.get(`${server.url}/api/webhooks?app_id=${APP.id}`)).json();
  const meanwhile = await page.request.patch(`${server.url}/api/webhooks/${items[0].id}?app_id=${APP.id}`, {
    data: { events: "all" },
    headers: { origin: server.url, "if-match": `"${items[0].etag}"` },
  });
  expect(meanwhile.status()).toBe(200);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Another member changed this webhook" })).toBeFocused();
  await page.getByRole("button", { name: "Use my changes" }).click();
  await expect(item).toContainText("Off");
  await choose(page, OUTSIDE, "Resume");
  await expect(item).toContainText("On");

  await choose(page, OUTSIDE, "Delete");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByText("Webhook deleted").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(item).toContainText("On");
  await page.getByText("Webhook restored").waitFor();
  await expect(page.getByText("Webhook deleted")).toHaveCount(0);
  await choose(page, OUTSIDE, "Delete");
  await page.getByText("Webhook deleted").waitFor();
  await expect(item).toHaveCount(0);
});

/** Fake receiver with configurable responses. */
async function receiver() {
  let says = { status: 503, text: "busy, come back" };
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (part: string) => received.push(part));
    request.on("end", () => response.writeHead(says.status).end(says.text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Cast: a server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/fanfare`,
    received,
    says: (status: number, text: string) => {
      says = { status, text };
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Subscribes to an empty channel. */
async function occupy(page: Page, server: TestServer, channel: string): Promise<void> {
  await page.evaluate(
    ({ address, subscribe }) => {
      const socket = new WebSocket(address);
      socket.addEventListener("message", () => socket.send(subscribe), { once: true });
    },
    {
      address: `${server.url.replace("http", "ws")}/app/${APP.key}?protocol=7`,
      subscribe: JSON.stringify({ event: "pusher:subscribe", data: { channel } }),
    },
  );
}

test("retries a delivery, shows each attempt, and resends a failed one", async ({ server, signedIn: page }) => {
  test.slow();
  await using shop = await receiver();
  const made = await page.request.post(`${server.url}/api/webhooks`, {
    headers: { origin: server.url },
    data: { app_id: APP.id, url: shop.url, events: ["channel_occupied"] },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(server.url + ADDRESS);
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible();
  await occupy(page, server, "orders");
  const rows = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").filter({ hasText: shop.url });
  await expect.poll(() => shop.received.length).toBeGreaterThan(0);
  expect(JSON.parse(shop.received[0] ?? "")).toMatchObject({
    events: [{ name: "channel_occupied", channel: "orders" }],
  });
  await expect(rows).toContainText("The receiver returned 503.");
  await expect(rows).toContainText(/Pending.*Next attempt at \d\d:\d\d:\d\d/);
  await page.reload();
  const actions = page.getByRole("button", { name: `Actions for ${shop.url}` });
  await expect(page.getByRole("listitem").filter({ has: actions })).toContainText("Failing");
  shop.says(200, "thank you");
  await expect(rows).toContainText("Delivered");
  await expect(rows).toContainText(/[2-9] attempts, 200/);
  // A line that opens: the request that can be copied as it was sent, and all attempts.
  const opening = rows.getByRole("button", { name: /^Delivered Channel occupied/ });
  await expect(opening).toHaveAttribute("aria-expanded", "false");
  await expect(rows.getByText('"channel": "orders"')).toHaveCount(0);
  await opening.click();
  const attempts = rows.getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts.first()).toContainText(/200\d\d:\d\d:\d\d[\d.]+ m?sthank you/);
  await expect(attempts.last()).toContainText(/503\d\d:\d\d:\d\d[\d.]+ m?sbusy, come back/);
  await expect(rows.getByText('"channel": "orders"')).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await rows.getByRole("button", { name: "Copy request body" }).click();
  await expect(rows.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.received[0]);
  await check(page, "deliveries");

  await choose(page, shop.url, "Send test…");
  const testing = page.getByRole("dialog", { name: `Test ${shop.url}` });
  await testing.getByRole("button", { name: "Send test" }).click();
  await expect(testing.getByText("The receiver accepted the test with status 200.")).toBeVisible();
  await expect(testing).toContainText("thank you");
  expect(shop.received.at(-1)).toContain("fanfare-test");
  await check(page, "a tested webhook");
  shop.says(500, "out of order");
  await testing.getByRole("button", { name: "Send again" }).click();
  await expect(testing.getByText("The receiver returned 500.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(testing).toHaveCount(0);
  // A test isn't a delivery.
  await expect(rows).toHaveCount(1);

  // A receiver that is down longer than the retry window.
  shop.says(500, "gone for lunch");
  await occupy(page, server, "invoices");
  await expect.poll(() => shop.received.some((body) => body.includes("invoices"))).toBe(true);
  await server.restart(0, limits.webhook_retry_window_ms + limits.webhook_retry_cap_ms);
  // The session has ended in the meantime.
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers: { origin: server.url } });
  await page.goto(`${server.url + ADDRESS}?state=dead`);
  await expect(rows).toContainText("Failed");
  await expect(rows).toHaveCount(1);

  // The file contains only what the list shows.
  const { items } = await (await page.request.get(`${server.url}/api/webhooks?app_id=${APP.id}`)).json();
  await page.goto(`${server.url + ADDRESS}?q=invoices&receiver=${items[0].id}`);
  await expect(rows.first()).toBeVisible();
  const requested = page.waitForRequest(/\/api\/exports\?/);
  await page.getByRole("button", { name: "Export" }).click();
  const exporting = page.getByRole("dialog", { name: "Export deliveries" });
  const found = await exportedFrom(page, exporting);
  expect(found).toContain("invoices");
  expect(found).not.toContain("orders");
  expect(new URL((await requested).url()).searchParams.get("webhook_id")).toBe(items[0].id);
  await page.goto(`${server.url + ADDRESS}?state=dead`);
  await expect(rows).toContainText("Failed");

  await page.getByRole("button", { name: "Export" }).click();
  await exporting.getByRole("checkbox", { name: "Include byte order mark" }).check();
  const text = await exportedFrom(page, exporting);
  // Like the list, the file contains only failed deliveries.
  expect(text.startsWith("\ufeffid,")).toBe(true);
  expect(text).toContain("invoices");
  expect(text).not.toContain("orders");

  shop.says(200, "back again");
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Delivery resent")).toBeVisible();
  await page.getByRole("radio", { name: "Delivered" }).click();
  await expect(page).toHaveURL(/state=delivered/);
  // A resend counts from 1 but keeps the earlier attempts.
  const replayed = rows.filter({ hasText: "1 attempt, 200" });
  await expect(replayed).toBeVisible();
  await replayed.getByRole("button", { name: /^Delivered/ }).click();
  await expect(replayed.getByRole("listitem").first()).toContainText("back again");
  await expect(replayed.getByRole("listitem").last()).toContainText("gone for lunch");
  await expect(page).toHaveURL(/state=delivered/);
});

test("shows which share of the latest deliveries of each webhook succeeded", async ({ server, signedIn: page }) => {
  const headers = { origin: server.url };
  const create = async (url: string): Promise<string> => {
    const data = { url, enabled: false };
    return (await (await page.request.post(`${server.url}/api/webhooks?app_id=${APP.id}`, { headers, data })).json())
      .id;
  };
  const ids = [
    await create(`${OUTSIDE}/failing`),
    await create(`${OUTSIDE}/busy`),
    await create(`${OUTSIDE}/perfect`),
    await create(`${OUTSIDE}/unused`),
  ];
  const since = new Date().toISOString();
  await page.route("**/api/delivery-rates?*", (route) => {
    const [failing, busy, perfect] = ids;
    const items = [
      { receiver_id: failing, delivered: 499, dead: 1, since },
      { receiver_id: busy, delivered: limits.webhook_delivered_kept_max, dead: 0, since },
      { receiver_id: perfect, delivered: 1, dead: 0, since },
    ];
    return route.fulfill({ json: { items } });
  });
  await page.goto(server.url + ADDRESS);
  const row = (path: string) => page.getByRole("listitem").filter({ hasText: `${OUTSIDE}/${path}` });
  await expect(row("failing")).toContainText("99.8% of 500 deliveries succeeded in the last 24 hours");
  await expect(row("busy")).toContainText("100% of the latest 1,000 deliveries succeeded");
  await expect(row("perfect")).toContainText("100% of 1 delivery succeeded in the last 24 hours");
  await expect(row("unused")).not.toContainText("succeeded");
  await check(page, "webhooks with rates");
  for (const id of ids) await page.request.delete(`${server.url}/api/webhooks/${id}?app_id=${APP.id}`, { headers });
});

test("searches and filters deliveries in the URL, and counts them exactly or up to a limit", async ({
  server,
  signedIn: page,
}) => {
  const ids: string[] = [];
  for (const name of ["search-one", "search-two"]) {
    const data = { app_id: APP.id, url: `https://8.8.8.8:9/${name}`, enabled: false };
    const made = await page.request.post(`${server.url}/api/webhooks`, { headers: { origin: server.url }, data });
    ids.push((await made.json()).id);
  }
  const asked: URL[] = [];
  const counted = { total: 230, exact: true };
  await page.route("**/api/webhook-deliveries?*", (route) => {
    asked.push(new URL(route.request().url()));
    const items = Array.from({ length: 50 }, (_, index) => ({
      ...{
        id: `whd_${index}`,
        webhook_id: ids[index % 2],
        body: JSON.stringify({ events: index % 3 === 0 ? [] : [{ name: "channel_occupied" }] }),
        created_at: new Date().toISOString(),
      },
      ...{ attempts: 1, next_attempt_at: null, state: "dead", last_status: 503, last_error: null, delivered_at: null },
    }));
    return asked.at(-1)?.searchParams.get("q") === "nothing"
      ? route.fulfill({ json: { items: [], next: null, total: 0, exact: true } })
      : route.fulfill({ json: { items, next: "whd_49", ...counted } });
  });
  await page.goto(server.url + ADDRESS);
  await expect(page.getByText("50 of 230 deliveries")).toBeVisible();
  const receivers = page.getByRole("list", { name: "Deliveries" }).getByText(/^https:/);
  const starts = await receivers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(starts.length).toBeGreaterThan(3);
  expect(new Set(starts).size, "receivers have a column of their own").toBe(1);
  await check(page, "filters of deliveries");
  Object.assign(counted, { total: 10_000, exact: false });
  await page.getByRole("radio", { name: "Failed" }).click();
  await expect(page.getByText("50 of more than 10,000 deliveries")).toBeVisible();
  await page.getByRole("button", { name: "Receiver: All receivers" }).click();
  await pick(page.getByRole("option", { name: "https://8.8.8.8:9/search-two" }));
  await page.getByRole("searchbox", { name: "Search deliveries" }).fill("nothing");
  await expect(page.getByRole("heading", { name: "No deliveries found" })).toBeVisible();
  const { searchParams } = asked.at(-1) ?? new URL(server.url);
  expect(["state", "q", "webhook_id"].map((name) => searchParams.get(name))).toEqual(["dead", "nothing", ids[1] ?? ""]);
  await expect(page).toHaveURL(/state=dead/);
  await expect(page).toHaveURL(/q=nothing/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("50 of more than 10,000 deliveries")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`));
  for (const id of ids) {
    await page.request.delete(`${server.url}/api/webhooks/${id}?app_id=${APP.id}`, { headers: { origin: server.url } });
  }
});

test("hides webhooks from editors", async ({ server, browser }) => {
  const page = await enterAs(GRACE, browser, server);
  await page.goto(server.url + ADDRESS);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("link", { name: "Content", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await page.context().close();
});

test("creates a destination, tests it, and shows what was sent", async ({ server, signedIn: page }) => {
  await using tool = await receiver();
  tool.says(200, "thank you");
  await page.goto(`${server.url}/console/${APP.id}/destinations`);
  await expect(page.getByRole("heading", { name: "No destinations yet" })).toBeVisible();
  await page.getByRole("button", { name: "New destination" }).click();
  const dialog = page.getByRole("dialog", { name: "New destination" });
  await dialog.getByRole("combobox", { name: "Tool" }).click();
  await page.getByRole("option", { name: "HTTP request" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Warehouse");
  await dialog.getByLabel("URL").fill("http://169.254.169.254/");
  await dialog.getByLabel("Header value").fill("Bearer very-secret");
  await dialog.getByRole("button", { name: "Create destination" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await check(page, "a refused destination");
  await dialog.getByLabel("URL").fill(tool.url);
  await dialog.getByRole("checkbox", { name: "event.tracked" }).check();
  // Errors of the server are at their fields, too.
  const properties = dialog.getByLabel("Properties to send");
  await dialog.getByRole("radio", { name: "Selected properties" }).click();
  await properties.fill("x".repeat(limits.event_name_chars_max + 1));
  await dialog.getByLabel("Tracked events").fill("Paid");
  await dialog.getByRole("button", { name: "Create destination" }).click();
  await expect(properties).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("The body is invalid", { exact: false })).toHaveCount(0);
  await dialog.getByRole("radio", { name: "All properties" }).click();
  await dialog.getByLabel("Tracked events").fill("Paid");
  await dialog.getByRole("button", { name: "Create destination" }).click();
  await expect(dialog).toHaveCount(0);

  await choose(page, "Warehouse", "Send test…");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("The receiver accepted the test with status 200.")).toBeVisible();
  expect(JSON.parse(tool.received[0] ?? "")).toMatchObject({ user: "fanfare-test" });
  await check(page, "a tested destination");
  await page.keyboard.press("Escape");

  const tracked = await page.request.post(`${server.url}/api/track?app_id=${APP.id}`, {
    headers: { origin: server.url },
    data: {
      external_id: "u_1",
      events: [{ id: "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a", name: "Paid", props: {}, at: "2026-11-21T12:00:00.000Z" }],
    },
  });
  expect(tracked.ok(), await tracked.text()).toBe(true);
  const rows = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").filter({ hasText: "Warehouse" });
  await expect(rows).toContainText("Delivered");
  await rows.getByRole("button", { name: /^Delivered Tracked event/ }).click();
  await expect(rows).toContainText("Authorization: ••••••");
  await expect(rows).toContainText('"user": "u_1"');
  await check(page, "deliveries to a destination");
});

test("asks for a destination's secret again when its host changes", async ({ server, signedIn: page }) => {
  await using former = await receiver();
  await using tool = await receiver();
  const made = await page.request.post(`${server.url}/api/destinations?app_id=${APP.id}`, {
    headers: { origin: server.url },
    data: {
      ...{ preset: "http", name: "Moved", events: ["content.published"] },
      ...{ settings: { url: former.url }, secrets: { header_value: "Bearer very-secret" } },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto(`${server.url}/console/${APP.id}/destinations`);
  await choose(page, "Moved", "Edit…");
  const dialog = page.getByRole("dialog", { name: "Edit destination" });
  await dialog.getByLabel("URL").fill(tool.url);
  await dialog.getByRole("button", { name: "Save" }).click();
  const secret = dialog.getByLabel("Header value");
  await expect(secret).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("Enter this secret again", { exact: false })).toBeVisible();
  await secret.fill("Bearer another");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
});
