import type { GoalsResponse } from "@fanfare/contract/schema/goal";
import type { WebSocketRoute } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import { BACK_MS } from "../../e2e/journey.ts";
import {
  APP,
  enterAs,
  expect,
  expectKept,
  exportedFrom,
  GRACE,
  makeTour,
  pick,
  test,
  untilSubscribed,
} from "./harness.ts";
import { check, DESK } from "./looks.ts";
import { whatBecameOf } from "./one-of-each.ts";

test.use({ viewport: { width: DESK[0], height: DESK[1] } });
const addressOf = (house: House, search = "") => `${house.url}/console/${APP.id}/live${search}`;

test("a developer finds a channel, hears what is said there, and says something", async ({ house, signedIn: page }) => {
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
    `${house.url.replace("http", "ws")}/app/${APP.key}?protocol=7`,
  );
  await page.goto(addressOf(house));
  await expect(page.getByRole("link", { name: "orders" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Parts of Live" });
  const cut_px = () => tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(cut_px, "the line below the open tab is whole").toBe(0);
  await page.getByRole("link", { name: "orders" }).click();
  await expect(page.getByRole("heading", { name: "orders" })).toBeVisible();
  await page.getByRole("link", { name: "Send a test event" }).last().click();
  await page.getByRole("button", { name: "Send event" }).click();
  await expect(page.getByText("Name the event.")).toBeVisible();
  await page.getByLabel("Event", { exact: true }).fill("order.created");
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Send event" }).click();
  await expect(page.getByText("Sent to 1 subscriber.")).toBeVisible();
  await check(page, "a test event");

  await page.getByRole("link", { name: "Events" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  const say = (event: string) =>
    page.request.post(`${house.url}/api/channel-events`, {
      headers: { origin: house.url },
      data: { app_id: APP.id, channel: "orders", event, data: { id: 42 } },
    });
  await say("order.paid");
  await page.getByText("order.paid").click();
  await expect(page.getByText('"id": 42')).toBeVisible();
  await check(page, "events");
  // An event is open: what comes now does not move it.
  await say("order.packed");
  const pill = page.getByRole("button", { name: "1 new", exact: true });
  await expect(pill).toBeVisible();
  await expect(page.getByText("order.packed")).toHaveCount(0);
  await pill.click();
  await expect(page.getByText("order.packed")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await say("order.shipped");
  await expect(page.getByRole("button", { name: "Go on, 1 wait" })).toBeVisible();
  await page.getByRole("button", { name: "Go on, 1 wait" }).click();
  await expect(page.getByText("order.shipped")).toBeVisible();
  await page.getByRole("link", { name: "Connections" }).click();
  await expect(page.getByRole("row", { name: /Pusher WebSocket [1-9]/ })).toBeVisible();
  await visitor.close();
});

test("an author writes a live update, sends it, and sees how far it came; events are not for editors", async ({
  house,
  browser,
}) => {
  test.slow();
  const page = await enterAs(GRACE, browser, house);
  await page.goto(addressOf(house, "?tab=messages"));
  await page.getByRole("button", { name: "New live update" }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveAttribute("aria-invalid", "true");
  await check(page, "a live update without words");
  await page.getByRole("textbox", { name: "Text" }).fill("Back at noon");
  await page.getByRole("link", { name: "Events" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.getByRole("region").getByText("Back at noon")).toBeVisible();
  await page.getByRole("radio", { name: "People" }).click();
  await page.getByRole("combobox", { name: "People" }).fill("u_42");
  await pick(page.getByRole("option", { name: "u_42" }));
  // Backspace in the empty field takes the last chip away, and that is said; each has a button that is named with it.
  await expect(page.getByRole("button", { name: "Remove u_42" })).toBeVisible();
  // Written down as it comes: how many choices are left is said a moment later, in the same place.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const write = (): void => {
      for (const { textContent } of document.querySelectorAll("[role=status]")) said.push(textContent);
    };
    new MutationObserver(write).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("combobox", { name: "People" }).press("Backspace");
  await expect(page.getByRole("button", { name: "Remove u_42" })).toHaveCount(0);
  const said = () => page.evaluate(() => ("said" in window ? String(window.said) : ""));
  await expect.poll(said).toContain("Removed u_42.");
  await page.getByRole("combobox", { name: "People" }).fill("u_42");
  await pick(page.getByRole("option", { name: "u_42" }));
  // Escape closes what is open, and clears what is typed: not what is chosen.
  await page.getByRole("combobox", { name: "People" }).fill("nobody");
  await page.getByRole("combobox", { name: "People" }).press("Escape");
  await page.getByRole("combobox", { name: "People" }).press("Escape");
  await expect(page.getByRole("combobox", { name: "People" })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Remove u_42" })).toBeVisible();
  await page.getByRole("button", { name: "Send now" }).click();
  const sent = page
    .getByRole("list", { name: "Live updates" })
    .getByRole("listitem")
    .filter({ hasText: "Back at noon" });
  await expect(sent).toBeVisible();
  await expect(sent).toContainText("Waiting1");
  await page.getByRole("link", { name: "Events" }).click();
  await expect(page.getByText("Owners and admins alone hear what is said")).toBeVisible();
  await page.context().close();
});

test("the overview says how the app stands, and what to do first, and hears when that changes", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await untilSubscribed(page, () => page.goto(`${house.url}/console/${APP.id}`));
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Live content" })).toContainText(/[1-9]\d*Published here/);
  await expect(page.getByText("All is well")).toBeVisible();
  const online = page.getByRole("region", { name: "People online now" }).first();
  await online.getByText("As a table").click();
  await expect(online.getByRole("table", { name: "People online now in the last minute" })).toContainText(
    "Seconds agoNumber",
  );
  await check(page, "overview");
  const settings = async (change: object): Promise<void> => {
    const { revision } = await (await page.request.get(`${house.url}/api/apps/${APP.id}`)).json();
    const headers = { origin: house.url, "if-match": `"${revision}"` };
    const answer = await page.request.patch(`${house.url}/api/apps/${APP.id}`, { headers, data: change });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await settings({ paused: true });
  await expect(page.getByText("The app is paused")).toBeVisible();
  await settings({ paused: false });
  await expect(page.getByText("All is well")).toBeVisible();
  // The first steps are walked by the keys alone where they do not fit beside each other.
  await page.setViewportSize({ width: 400, height: 800 });
  const steps = page.getByRole("region", { name: "First steps" });
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
  await page.getByRole("link", { name: "Get the snippet" }).click();
  await expect(page).toHaveURL(/settings/);
  await page.goBack();
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Live", exact: true })).toBeVisible();
});

test("an author reads what became of a content, by version too, and names a goal", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  const headers = { origin: house.url };
  const content = await makeTour(page.request, house, { name: "Measured" });
  const events = whatBecameOf(content.id);
  const data = { app_id: APP.id, external_id: "u_42", events };
  expect((await page.request.post(`${house.url}/api/track`, { headers, data })).ok()).toBe(true);
  await page.goto(`${house.url}/console/${APP.id}/analytics?content=${content.id}`);
  await expect(page.getByText("A step does not find its element")).toBeVisible();
  await expect(page.getByRole("row", { name: /^First step 18/ })).toContainText("18 %");
  await expect(page.getByText("First step: the text found several elements (4 times).")).toBeVisible();
  await expect(page.getByText("First step: its action took too long. (3 times)")).toBeVisible();
  await expect(page.getByText("half within 250 ms, 95 % within 250 ms")).toBeVisible();
  await expect(page.getByText("1 (TypeError 1)")).toBeVisible();
  await page.getByRole("radio", { name: "Version" }).click();
  await expect(page.getByRole("heading", { name: "Version 1" })).toBeVisible();
  await expect(page).toHaveURL(/by=version/);
  await page.getByRole("button", { name: "Export data" }).click();
  const exporting = page.getByRole("dialog", { name: "Export data" });
  await exporting.getByRole("button", { name: "What: Events" }).click();
  await pick(page.getByRole("option", { name: /^Runs/ }));
  const file = page.waitForEvent("download");
  await exportedFrom(page, exporting);
  expect((await file).suggestedFilename()).toBe(`runs-${APP.key}.csv`);
  await page.getByRole("link", { name: "Goals" }).click();
  await page.getByRole("button", { name: "New goal" }).click();
  const dialog = page.getByRole("dialog", { name: "New goal" });
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(dialog.getByText("Name the event.")).toBeVisible();
  await check(page, "a goal without a name");
  await dialog.getByLabel("Name").fill("First order");
  await dialog.getByLabel("Event", { exact: true }).fill("order_created");
  await expectKept(page, dialog);
  await dialog.getByRole("button", { name: "Create goal" }).click();
  await expect(page.getByRole("list", { name: "Goals" })).toContainText("First order");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  expect(await exportedFrom(page, page.getByRole("dialog", { name: "Export goals" }))).toContain("First order");
  await page.getByRole("button", { name: "Change First order" }).click();
  const changing = page.getByRole("dialog", { name: "Change the goal" });
  const goals = `${house.url}/api/goals`;
  // The contract's GoalsResponse, from the server of this repository.
  const { items } = (await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()) as GoalsResponse;
  const made = items.find(({ name }) => name === "First order");
  const changed = await page.request.patch(`${goals}/${made?.id}?app_id=${APP.id}`, {
    headers: { ...headers, "if-match": `"${made?.revision}"` },
    data: { window_days: 3 },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await changing.getByLabel("Name").fill("Very first order");
  await changing.getByRole("button", { name: "Save" }).click();
  await expect(changing.getByRole("heading", { name: "Somebody changed this goal too" })).toBeFocused();
  await expect(changing.getByText("counts for a content of 3 days")).toBeVisible();
  await check(page, "a goal that two changed");
  await changing.getByRole("button", { name: "Keep both" }).click();
  const row = page.getByRole("list", { name: "Goals" }).getByRole("listitem").filter({ hasText: "Very first order" });
  await expect(row).toContainText("counts for the last content of 3 days");
  await page.getByRole("button", { name: "Delete Very first order" }).click();
  const nothing = page.getByRole("heading", { name: "Name what is worth reaching" });
  await expect(nothing).toBeVisible();
  await page.getByText("Very first order was deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("counts for the last content of 3 days");
  await page.getByText("Very first order is back").waitFor();
  expect((await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()).items).toMatchObject([{ id: made?.id }]);
  // Refused, it comes back on the screen, with the reason.
  await page.route("**/api/goals/*", (route) => route.abort());
  await page.getByRole("button", { name: "Delete Very first order" }).click();
  await expect(page.getByText("The goal was not deleted")).toBeVisible();
  await expect(row).toBeVisible();
  await page.unroute("**/api/goals/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(nothing).toBeVisible();
  await expect.poll(async () => (await (await page.request.get(`${goals}?app_id=${APP.id}`)).json()).items).toEqual([]);
});

test("a screen says whether it is live, comes back by itself, or has no network", async ({ house, signedIn: page }) => {
  let reachable = true;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (!reachable) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(`${house.url}/console/${APP.id}/live`);
  const dot = page
    .locator("#main")
    .getByRole("status")
    .filter({ hasText: /^(Live|Reconnecting…|Offline)$/ });
  await expect(dot).toHaveText("Live");
  reachable = false;
  for (const socket of sockets) await socket.close();
  await expect(dot).toHaveText("Reconnecting…");
  reachable = true;
  await expect(dot).toHaveText("Live", { timeout: BACK_MS });
  await page.context().setOffline(true);
  await expect(dot).toHaveText("Offline");
  await page.context().setOffline(false);
  await expect(dot).toHaveText("Live", { timeout: BACK_MS });
});
