import type { GoalsResponse } from "@fanfare/contract/schema/responses/analytics/goal";
import type { WebSocketRoute } from "@playwright/test";
import { RECONNECT_TIMEOUT_MS } from "../../e2e/support/fixtures.ts";
import type { TestServer } from "../../e2e/support/test-server.ts";
import {
  APP,
  createTour,
  enterAs,
  expect,
  expectKept,
  exportedFrom,
  GRACE,
  pick,
  test,
  untilSubscribed,
} from "./support/harness.ts";
import { resultOf } from "./support/sample-data.ts";
import { check, DESK } from "./support/screenshots.ts";

test.use({ viewport: { width: DESK[0], height: DESK[1] } });
const addressOf = (server: TestServer, search = "") => `${server.url}/console/${APP.id}/live${search}`;

test("finds a channel, shows its events, and sends an event", async ({ server, signedIn: page }) => {
  test.slow();
  const visitor = await page.context().newPage();
  await visitor.evaluate(
    (address) => {
      const socket = new WebSocket(address);
      const data = { channel: "orders" };
      socket.addEventListener("message", () => socket.send(JSON.stringify({ event: "pusher:subscribe", data })), {
        once: true,
      });
    },
    `${server.url.replace("http", "ws")}/app/${APP.key}?protocol=7`,
  );
  await page.goto(addressOf(server));
  await expect(page.getByRole("link", { name: "orders" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Realtime sections" });
  const cut_px = () => tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(cut_px, "the line below the open tab is whole").toBe(0);
  await page.getByRole("link", { name: "orders" }).click();
  await expect(page.getByRole("heading", { name: "orders" })).toBeVisible();
  await page.getByRole("link", { name: "Send test event" }).last().click();
  await page.getByRole("button", { name: "Send event" }).click();
  await expect(page.getByText("Enter an event name.")).toBeVisible();
  await page.getByLabel("Event", { exact: true }).fill("order.created");
  await page.getByRole("link", { name: "Connections" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await page.getByRole("button", { name: "Send event" }).click();
  await expect(page.getByText("Event sent to 1 subscriber.")).toBeVisible();
  await check(page, "a test event");

  await page.getByRole("link", { name: "Events" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  const publish = (event: string) =>
    page.request.post(`${server.url}/api/channel-events`, {
      headers: { origin: server.url },
      data: { app_id: APP.id, channel: "orders", event, data: { id: 42 } },
    });
  await publish("order.paid");
  // The line shows the start of its data.
  await expect(page.getByText('{"id":42}')).toBeVisible();
  await page.getByText("order.paid").click();
  await expect(page.getByText('"id": 42')).toBeVisible();
  await check(page, "events");
  await publish("order.packed");
  const pill = page.getByRole("button", { name: "1 new", exact: true });
  await expect(pill).toBeVisible();
  await expect(page.getByText("order.packed")).toHaveCount(0);
  await pill.click();
  await expect(page.getByText("order.packed")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await publish("order.shipped");
  await expect(page.getByRole("button", { name: "Resume (1 waiting)" })).toBeVisible();
  await page.getByRole("button", { name: "Resume (1 waiting)" }).click();
  await expect(page.getByText("order.shipped")).toBeVisible();
  await page.getByRole("link", { name: "Connections" }).click();
  await expect(page.getByRole("row", { name: /Pusher WebSocket [1-9]/ })).toBeVisible();
  // One table has the numbers of all charts.
  await page.getByRole("button", { name: /show as table$/ }).click();
  await expect(page.getByRole("table", { name: "Activity in the last minute" })).toContainText(
    "Seconds agoConnectionsNew connections per secondEvents per second",
  );
  await visitor.close();
});

test("opens presence members to their data, and says that a channel has no subscribers", async ({
  server,
  signedIn: page,
}) => {
  const name = "presence-room";
  const member = { id: "ada", info: { name: "Ada", desk: 4 } };
  await page.route(/\/api\/channels\/presence-room/, (route) =>
    route.fulfill({
      json: {
        ...{ name, kind: "presence", subscriptions: 2, users: 2, cached: null },
        members: [member, { id: "bob", info: null }],
      },
    }),
  );
  await page.goto(addressOf(server, `?channel=${name}`));
  const members = page.getByRole("list", { name: "Presence members" });
  await members.getByText('{"name":"Ada","desk":4}').click();
  await expect(members.getByText('"desk": 4')).toBeVisible();
  await expect(members.getByRole("button", { name: "Copy data of ada" })).toBeVisible();
  await check(page, "a presence channel");
  await page.unroute(/\/api\/channels\/presence-room/);
  await page.reload();
  await expect(page.getByText("No subscribers now")).toBeVisible();
  await expect(page.getByRole("list", { name: "Presence members" })).toHaveCount(0);
  await page.getByRole("link", { name: "View events" }).click();
  await expect(page).toHaveURL(/tab=events&q=presence-room/);
  await expect(page.getByRole("searchbox", { name: "Filter by channel or event" })).toHaveValue(name);
});

test("shows why the data of a cached event is missing", async ({ server, signedIn: page }) => {
  const reasons = { encrypted_cache: "Encrypted.", private_cache: "You don’t have access to events" };
  for (const [kind, reason] of Object.entries(reasons)) {
    const name = `channel-${kind}`;
    await page.route(`**/api/channels/${name}*`, (route) =>
      route.fulfill({
        json: {
          ...{ name, kind, subscriptions: 1, users: null, members: [] },
          cached: { event: "salary", data: null, ttl_s: 60 },
        },
      }),
    );
    await page.goto(addressOf(server, `?channel=${name}`));
    await expect(page.getByText(reason, { exact: false })).toBeVisible();
  }
});

test("shows the app's state and first steps on the overview, and updates them", async ({ server, signedIn: page }) => {
  test.slow();
  await untilSubscribed(page, () => page.goto(`${server.url}/console/${APP.id}`));
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Live content" })).toContainText(/[1-9]\d*Published in this app/);
  await expect(page.getByText("No issues found")).toBeVisible();
  await page.getByRole("button", { name: "Activity: show as table" }).click();
  await expect(page.getByRole("table", { name: "Activity in the last minute" })).toContainText(
    "Seconds agoPeople online nowConnectionsEvents per second",
  );
  await check(page, "overview");
  const settings = async (change: object): Promise<void> => {
    const { revision } = await (await page.request.get(`${server.url}/api/apps/${APP.id}`)).json();
    const headers = { origin: server.url, "if-match": `"${revision}"` };
    const answer = await page.request.patch(`${server.url}/api/apps/${APP.id}`, { headers, data: change });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await settings({ paused: true });
  await expect(page.getByText("App paused")).toBeVisible();
  await settings({ paused: false });
  await expect(page.getByText("No issues found")).toBeVisible();
  // On narrow screens, the carousel of steps works by keyboard alone.
  await page.setViewportSize({ width: 400, height: 800 });
  const steps = page.getByRole("region", { name: "Get started" });
  const back = steps.getByRole("button", { name: "Back" });
  const next = steps.getByRole("button", { name: "Next" });
  await expect(back).toBeDisabled();
  await steps.getByRole("list").press("ArrowRight");
  await expect(back).toBeEnabled();
  await expect(async () => {
    if (await next.isEnabled()) await next.press("Enter", { timeout: 2_000 });
    await expect(next).toBeDisabled({ timeout: 2_000 });
  }).toPass();
  await expect(steps.getByRole("listitem").last()).toBeInViewport();
  await page.setViewportSize({ width: DESK[0], height: DESK[1] });
  await page.getByRole("link", { name: "Get snippet" }).click();
  await expect(page).toHaveURL(/settings\/install/);
  await page.goBack();
  await page.getByRole("link", { name: "Realtime", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Realtime", exact: true })).toBeVisible();
});

test("reports content by version, and creates, edits, and deletes a goal", async ({ server, signedIn: page }) => {
  test.slow();
  const headers = { origin: server.url };
  const content = await createTour(page.request, server, { name: "Measured" });
  const events = resultOf(content.id);
  const data = { app_id: APP.id, external_id: "u_42", events };
  expect((await page.request.post(`${server.url}/api/track`, { headers, data })).ok()).toBe(true);
  await page.goto(`${server.url}/console/${APP.id}/analytics?content=${content.id}`);
  await expect(page.getByText("A target wasn’t found")).toBeVisible();
  await expect(page.getByText("First step: 18%.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^First step .*: 1 0 0% .*: 1$/ })).toBeVisible();
  await expect(page.getByText("First step: the text matched several elements (4 times).")).toBeVisible();
  await expect(page.getByText("First step: the page action timed out (3 times).")).toBeVisible();
  await expect(page.getByText("Median 250 ms, 95th percentile 250 ms")).toBeVisible();
  await expect(page.getByText("TypeError 1")).toBeVisible();
  await page.getByRole("combobox", { name: "Group by" }).click();
  await pick(page.getByRole("option", { name: "By version" }));
  await expect(page.getByRole("heading", { name: "Version 1" })).toBeVisible();
  await expect(page).toHaveURL(/by=version/);
  await page.getByRole("button", { name: "Export data" }).click();
  const exporting = page.getByRole("dialog", { name: "Export data" });
  await exporting.getByRole("button", { name: "Data type: Events" }).click();
  await pick(page.getByRole("option", { name: /^Runs/ }));
  const file = page.waitForEvent("download");
  await exportedFrom(page, exporting);
  expect((await file).suggestedFilename()).toBe(`runs-${APP.key}.csv`);
  await page.getByRole("link", { name: "Goals" }).click();
  await page.getByRole("button", { name: "New goal" }).click();
  const dialog = page.getByRole("dialog", { name: "New goal" });
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog.getByText("Enter an event name.")).toBeVisible();
  await check(page, "a goal without a name");
  await dialog.getByLabel("Name").fill("First order");
  await dialog.getByLabel("Event", { exact: true }).fill("order_created");
  await expectKept(page, dialog);
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(page.getByRole("list", { name: "Goals" })).toContainText("First order");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  expect(await exportedFrom(page, page.getByRole("dialog", { name: "Export goals" }))).toContain("First order");
  await page.getByRole("button", { name: "Actions for First order" }).click();
  await pick(page.getByRole("menuitem", { name: "Edit…" }));
  const changing = page.getByRole("dialog", { name: "Edit goal" });
  const goals = `${server.url}/api/goals`;
  // Safe cast: the server sends the contract's `GoalsResponse`.
  const { items } = (await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()) as GoalsResponse;
  const made = items.find(({ name }) => name === "First order");
  const changed = await page.request.patch(`${goals}/${made?.id}?app_id=${APP.id}`, {
    headers: { ...headers, "if-match": `"${made?.revision}"` },
    data: { window_days: 3 },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await changing.getByLabel("Name").fill("Very first order");
  await changing.getByRole("button", { name: "Save" }).click();
  await expect(changing.getByRole("heading", { name: "Another member changed this goal" })).toBeFocused();
  await expect(changing.getByText("attribution window: 3 days")).toBeVisible();
  await check(page, "a goal that two changed");
  await changing.getByRole("button", { name: "Keep both changes" }).click();
  const row = page.getByRole("list", { name: "Goals" }).getByRole("listitem").filter({ hasText: "Very first order" });
  await expect(row).toContainText("attributed to the last content seen within 3 days");
  const remove = async (): Promise<void> => {
    await page.getByRole("button", { name: "Actions for Very first order" }).click();
    await pick(page.getByRole("menuitem", { name: "Delete" }));
  };
  await remove();
  const nothing = page.getByRole("heading", { name: "No goals yet" });
  await expect(nothing).toBeVisible();
  await page.getByText("Very first order deleted").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row).toContainText("attributed to the last content seen within 3 days");
  await page.getByText("Very first order restored").waitFor();
  expect((await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()).items).toMatchObject([{ id: made?.id }]);
  await page.route("**/api/goals/*", (route) => route.abort());
  await remove();
  await expect(page.getByText("Couldn’t delete goal")).toBeVisible();
  await expect(row).toBeVisible();
  await page.unroute("**/api/goals/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(nothing).toBeVisible();
  await expect.poll(async () => (await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()).items).toEqual([]);
});

test("shows the connection state: live, reconnecting, and offline", async ({ server, signedIn: page }) => {
  let reachable = true;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (!reachable) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(`${server.url}/console/${APP.id}/live`);
  const dot = page
    .locator("#main")
    .getByRole("status")
    .filter({ hasText: /^(Live|Reconnecting…|Offline)$/ });
  await expect(dot).toHaveText("Live");
  reachable = false;
  for (const socket of sockets) await socket.close();
  await expect(dot).toHaveText("Reconnecting…");
  reachable = true;
  await expect(dot).toHaveText("Live", { timeout: RECONNECT_TIMEOUT_MS });
  await page.context().setOffline(true);
  await expect(dot).toHaveText("Offline");
  await page.context().setOffline(false);
  await expect(dot).toHaveText("Live", { timeout: RECONNECT_TIMEOUT_MS });
});

test("hides events from editors", async ({ server, browser }) => {
  const page = await enterAs(GRACE, browser, server);
  await page.goto(addressOf(server, "?tab=events"));
  await expect(page.getByText("You don’t have access to events")).toBeVisible();
  await page.context().close();
});
