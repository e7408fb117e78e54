import { DAY_MS } from "@fanfare/contract/limits";
import type { Page } from "@playwright/test";
import { OWNER, type TestServer } from "../../e2e/support/test-server.ts";
import { APP, enterAs, expect, GRACE, pick, test } from "./support/harness.ts";
import { check, DESK } from "./support/screenshots.ts";

test.use({ viewport: { width: DESK[0], height: DESK[1] } });
const addressOf = (server: TestServer, search = "") => `${server.url}/console/${APP.id}/messages${search}`;

test("redirects links to the tab that messages had", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/live?tab=messages`);
  await expect(page).toHaveURL(addressOf(server));
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goto(`${server.url}/console/${APP.id}/live?tab=messages&compose=true`);
  await expect(page).toHaveURL(addressOf(server, "?compose=true"));
  await expect(page.getByRole("heading", { name: "New message", level: 1 })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click();
  await expect(page).toHaveURL(addressOf(server));
});

test("sends a message and shows its reach", async ({ server, browser }) => {
  test.slow();
  const page = await enterAs(GRACE, browser, server);
  await page.goto(addressOf(server));
  await page.getByRole("button", { name: "New message" }).first().click();
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveAttribute("aria-invalid", "true");
  await check(page, "a live update without words");
  await page.getByRole("textbox", { name: "Text" }).fill("Back at noon");
  await page.getByRole("link", { name: "All messages" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.getByRole("region").getByText("Back at noon")).toBeVisible();
  // No scrollbar covers the sample page.
  await expect(preview.locator("html")).toHaveCSS("overflow", "hidden");
  await page.getByRole("radio", { name: "People" }).click();
  await page.getByRole("combobox", { name: "People" }).fill("u_42");
  await pick(page.getByRole("option", { name: "u_42" }));
  // Backspace in an empty field removes the last chip and announces it. Each chip's button includes its name.
  await expect(page.getByRole("button", { name: "Remove u_42" })).toBeVisible();
  // Records announcements, because the number of options soon replaces this one in the same live region.
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const write = (): void => {
      for (const { textContent } of document.querySelectorAll("[role=status]")) announced.push(textContent);
    };
    new MutationObserver(write).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("combobox", { name: "People" }).press("Backspace");
  await expect(page.getByRole("button", { name: "Remove u_42" })).toHaveCount(0);
  const announced = () => page.evaluate(() => ("announced" in window ? String(window.announced) : ""));
  await expect.poll(announced).toContain("u_42 removed");
  await page.getByRole("combobox", { name: "People" }).fill("u_42");
  await pick(page.getByRole("option", { name: "u_42" }));
  await page.getByRole("combobox", { name: "People" }).fill("nobody");
  // Nothing is sent with Enter, and what was typed stays.
  await page.getByRole("combobox", { name: "People" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "People" })).toHaveValue("nobody");
  await page.getByRole("combobox", { name: "People" }).press("Escape");
  await page.getByRole("combobox", { name: "People" }).press("Escape");
  await expect(page.getByRole("combobox", { name: "People" })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Remove u_42" })).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  const sent = page.getByRole("list", { name: "Messages" }).getByRole("listitem").filter({ hasText: "Back at noon" });
  await expect(sent).toBeVisible();
  await expect(sent).toContainText("Waiting1 person");
  await page.context().close();
});

test("sends a test to the author's own person, or to the one that this browser remembers", async ({
  server,
  signedIn: page,
}) => {
  for (const [id, name, email] of [
    ["u_own", "Olivia at work", OWNER.email],
    ["u_other", "Olivia on trial", "trial@example.com"],
  ]) {
    const put = await page.request.put(`${server.url}/api/people/${id}?app_id=${APP.id}`, {
      headers: { origin: server.url },
      data: { attributes: { name, email } },
    });
    expect(put.ok(), await put.text()).toBe(true);
  }
  await page.goto(addressOf(server, "?compose=true"));
  const button = page.getByRole("button", { name: "Send test…" });
  const text = page.getByLabel("Text", { exact: true });
  // The audience that is still missing doesn't matter for a test. The text does.
  await page.getByRole("radio", { name: "People" }).click();
  await button.click();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await text.fill("Only for my eyes");
  await page.getByRole("radio", { name: "At a time", exact: true }).click();
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Send test" });
  await expect(dialog.getByRole("button", { name: "Person: Olivia at work" })).toBeVisible();
  await check(page, "send-test");
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Test sent to Olivia at work")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The message stays in the form.
  await expect(text).toHaveValue("Only for my eyes");
  await button.click();
  await dialog.getByRole("button", { name: "Person: Olivia at work" }).click();
  await page.getByRole("combobox", { name: "Person" }).fill("u_oth");
  await pick(page.getByRole("option", { name: /Olivia on trial/ }));
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Test sent to Olivia on trial")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await button.click();
  await expect(dialog.getByRole("button", { name: "Person: Olivia on trial" })).toBeVisible();
  const { items } = await (await page.request.get(`${server.url}/api/live-updates?app_id=${APP.id}`)).json();
  expect(items.map((each: { readonly audience: unknown }) => each.audience).slice(0, 2)).toEqual(
    ["u_other", "u_own"].map((id) => ({ kind: "people", external_ids: [id] })),
  );
});

test("asks before a message reaches everyone", async ({ server, signedIn: page }) => {
  await page.goto(addressOf(server, "?compose=true"));
  await page.getByLabel("Text", { exact: true }).fill("Back at three");
  const sending = page.getByRole("button", { name: "Send message" });
  await sending.click();
  const dialog = page.getByRole("alertdialog", { name: "Send this message to everyone?" });
  await check(page, "confirm-everyone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sending).toBeFocused();
  await sending.click();
  await dialog.getByRole("button", { name: "Send to everyone" }).click();
  await expect(page.getByText("Message sent")).toBeVisible();
  // Once: the canceled one wasn't sent.
  await expect(page.getByRole("listitem").filter({ hasText: "Back at three" })).toHaveCount(1);
});

test("shows who can't receive a message, before and after it's sent", async ({ server, signedIn: page }) => {
  const identified = await page.request.post(`${server.url}/v1/identify?app=${APP.key}`, {
    data: { external_id: "u_unverified", attributes: { name: "Una Verified" } },
  });
  expect(identified.status()).toBe(200);
  await page.goto(addressOf(server, "?compose=true"));
  await page.getByRole("radio", { name: "People" }).click();
  await page.getByRole("combobox", { name: "People" }).fill("u_unv");
  await page.getByRole("option", { name: /Una Verified/ }).click();
  await expect(page.getByText("No one can receive this now")).toBeVisible();
  await expect(page.getByText(/Not verified: Una Verified/)).toBeVisible();
  await check(page, "compose-unverified");
  await page.getByLabel("Text", { exact: true }).fill("Your export is ready");
  await page.getByRole("button", { name: "Send message" }).click();
  const sent = page.getByRole("listitem").filter({ hasText: "Your export is ready" });
  await expect(sent.getByText("1 person can’t receive this message, because they aren’t verified.")).toBeVisible();
  await expect(sent.getByText("Waiting")).toHaveCount(0);
  await page.getByRole("button", { name: "New message" }).click();
  await page.getByLabel("Text", { exact: true }).fill("Good morning");
  await page.getByRole("radio", { name: "At a local time" }).click();
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await page.getByRole("button", { name: "Schedule message" }).click();
  await expect(page.getByText("Choose a date and time.")).toBeVisible();
  const tomorrow = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  await page.getByLabel("Date and time").fill(`${tomorrow}T09:00`);
  await check(page, "compose-scheduled");
  await page.getByRole("button", { name: "Schedule message" }).click();
  const scheduled = page.getByRole("region", { name: "Scheduled" });
  await expect(scheduled.getByRole("listitem")).toContainText("Each person’s local time");
  await check(page, "messages-scheduled");
  await scheduled.getByRole("button", { name: "Cancel message" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel message" }).click();
  await expect(scheduled).toHaveCount(0);
});

async function post(page: Page, server: TestServer, data: object): Promise<string> {
  const headers = { origin: server.url };
  const response = await page.request.post(`${server.url}/api/live-updates?app_id=${APP.id}`, { headers, data });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

test("starts no line of a message's details with a separator", async ({ server, signedIn: page }) => {
  await post(page, server, {
    body: { kind: "toast", text: "Narrow" },
    audience: { kind: "people", external_ids: ["a-person-with-a-long-name"] },
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(addressOf(server));
  const dots = page.locator("li span[aria-hidden=true]").getByText("·", { exact: true });
  await expect(dots.first()).toBeAttached();
  const shown = await dots.evaluateAll((all) =>
    all.map((dot) => {
      const line = dot.closest("p")?.getBoundingClientRect();
      const { left, right } = dot.getBoundingClientRect();
      return { dot_left: left, dot_right: right, line_left: line?.left ?? 0, text: dot.parentElement?.textContent };
    }),
  );
  // Each is whole between two texts, or clipped before the first text of a line.
  for (const { dot_left, dot_right, line_left } of shown) {
    expect(dot_left >= line_left || dot_right <= line_left + 1).toBe(true);
  }
  expect(shown.some(({ dot_right, line_left }) => dot_right <= line_left + 1)).toBe(true);
});

test("opens a sent message with what it said and its results, and sends another like it", async ({
  server,
  signedIn: page,
}) => {
  await page.request.put(`${server.url}/api/people/u_reader?app_id=${APP.id}`, {
    headers: { origin: server.url },
    data: { attributes: { name: "Rita Reader" } },
  });
  const body = { kind: "banner", title: "Invoices", text: "Your invoice is ready", tone: "success" };
  await post(page, server, { body, audience: { kind: "people", external_ids: ["u_reader"] }, priority: "high" });
  await page.goto(addressOf(server));
  await page.getByRole("link", { name: "Invoices" }).click();
  const panel = page.getByRole("dialog", { name: "Invoices: Your invoice is ready" });
  await expect(
    panel.frameLocator("iframe[title=Preview]").getByText("Your invoice is ready", { exact: true }),
  ).toBeVisible();
  await expect(panel).toContainText("Audience size1 person");
  // In Arabic, the period at the end of an English title stays behind it.
  await expect(panel.getByRole("heading").first().locator("bdi")).toHaveText("Invoices: Your invoice is ready");
  await expect(panel).toContainText("Rita Reader");
  await check(page, "message-panel");
  // The URL leads to the same message.
  await page.reload();
  await panel.getByRole("link", { name: "Duplicate message" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Your invoice is ready");
  await expect(page.getByRole("radio", { name: /^Banner/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: "High" })).toBeChecked();
  await page.getByLabel("Text", { exact: true }).fill("Your second invoice is ready");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Your second invoice is ready" })).toContainText(
    "1 person",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Your invoice is ready" })).toHaveCount(1);
});

test("changes a scheduled message", async ({ server, signedIn: page }) => {
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  const timing = { time_zone: "UTC", send_at: `${day}T09:00` };
  const body = { kind: "toast", text: "Opening soon" };
  const id = await post(page, server, { body, timing, audience: { kind: "everyone" }, ttl_s: 600 });
  await page.goto(addressOf(server));
  const scheduled = page.getByRole("region", { name: "Scheduled" }).getByRole("listitem");
  await scheduled.getByRole("link", { name: "Edit message" }).click();
  const text = page.getByLabel("Text", { exact: true });
  await expect(text).toHaveValue("Opening soon");
  await expect(page.getByLabel("Date and time")).toHaveValue(timing.send_at);
  await expect(page.getByRole("combobox", { name: "Expires after" })).toHaveText("10 min");
  await check(page, "edit-message");
  await text.fill("Open now");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Message updated")).toBeVisible();
  await expect(scheduled).toHaveText(/Open now/);
  const changed = await (await page.request.get(`${server.url}/api/live-updates/${id}?app_id=${APP.id}`)).json();
  expect(changed).toMatchObject({ id, body: { text: "Open now" }, timing });
});

test("shows how many people a message to everyone can reach", async ({ server, signedIn: page }) => {
  await page.goto(addressOf(server, "?compose=true"));
  const { total } = await (await page.request.get(`${server.url}/api/people?app_id=${APP.id}`)).json();
  const people = total === 1 ? "1 person" : `${total} people`;
  await expect(page.getByText(`${people} can receive this message.`)).toBeVisible();
});
