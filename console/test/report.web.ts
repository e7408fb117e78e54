import { readFile } from "node:fs/promises";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Locator, Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, createTour, expect, pick, readTour, step, test } from "./support/harness.ts";

/** Creates a tour with one view and returns the URL of its report. */
async function makeMetTour(
  page: Page,
  server: TestServer,
  external_id: string,
): Promise<{ id: string; report: string }> {
  const { id } = await createTour(page.request, server);
  const props = { content_id: id, version: 1 };
  const events = [
    { name: "tour_started", props },
    // Deliberately not in step order.
    { name: "tour_step_seen", props: { ...props, step_id: "two" } },
    { name: "tour_step_seen", props: { ...props, step_id: "one" } },
  ];
  const headers = { origin: server.url };
  const response = await page.request.post(`${server.url}/api/track`, {
    data: { app_id: APP.id, external_id: external_id, events },
    headers,
  });
  expect(response.ok(), await response.text()).toBe(true);
  return { id, report: `${server.url}/console/${APP.id}/analytics?content=${id}` };
}

test("lists steps in order and filters the report by a segment in the URL", async ({ server, signedIn: page }) => {
  const { report } = await makeMetTour(page, server, "report-ada");
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "gold" } };
  const made = await page.request.post(`${server.url}/api/segments`, {
    data: { name: "On gold", rule },
    headers: { origin: server.url },
  });
  expect(made.status(), await made.text()).toBe(201);

  await page.goto(report);
  const steps = page.getByRole("table", { name: "Funnel by step" }).getByRole("rowheader");
  await expect(steps).toHaveText(["First step", "Second step"]);

  await page.getByRole("button", { name: "People: Everyone" }).click();
  await pick(page.getByRole("option", { name: "On gold" }));
  await expect(page.getByRole("heading", { name: "No views from this segment" })).toBeVisible();
  await expect(page).toHaveURL(/segment=/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No views from this segment" })).toBeVisible();
  await page.getByRole("button", { name: "Show everyone" }).click();
  await expect(steps).toHaveText(["First step", "Second step"]);
  await expect(page).not.toHaveURL(/segment=/);
});

test("keeps steps of variants apart that share an ID", async ({ server, signedIn: page }) => {
  const steps = [step("one", "Your orders")];
  const body = { type: "tour" as const, steps, suppression: { offered: true, days: 365 } };
  const variants = [{ id: "b" as const, name: "Short", weight: 50, body }];
  const { id } = await createTour(page.request, server, {
    edition: { experiment: { seed: "s", weight: 50, variants } },
  });
  for (const [external_id, variant, step_ids] of [
    ["variant-ada", "a", ["one", "two"]],
    ["variant-bob", "a", ["one"]],
    ["variant-eve", "b", ["one"]],
  ] as const) {
    const props = { content_id: id, version: 1, variant };
    const seen = step_ids.map((step_id) => ({ name: "tour_step_seen", props: { ...props, step_id } }));
    const data = { app_id: APP.id, external_id, events: [{ name: "tour_started", props }, ...seen] };
    const response = await page.request.post(`${server.url}/api/track`, { data, headers: { origin: server.url } });
    expect(response.ok(), await response.text()).toBe(true);
  }
  await page.goto(`${server.url}/console/${APP.id}/analytics?content=${id}`);
  const figures = page.getByRole("region", { name: "Funnel" });
  await expect(figures.getByRole("button", { name: "People who viewed this content: 3" })).toBeVisible();
  const original = page.getByRole("table", { name: "Variant A by step" });
  await expect(original.getByRole("rowheader")).toHaveText(["First step", "Second step"]);
  await expect(original.getByRole("button", { name: "People who saw “First step”: 2" })).toBeVisible();
  const other = page.getByRole("table", { name: "Variant B by step" });
  await expect(other.getByRole("rowheader")).toHaveText(["Your orders"]);
  await expectNoAxeFindings(page, "a report by variant");
  await other.getByRole("button", { name: "People who saw “Your orders”: 1" }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveText(["variant-eve"]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await (await downloading).path();
  const rows = (await readFile(file, "utf8")).trim().split("\r\n");
  expect(rows.slice(1).map((row) => row.split(",").filter((_, index) => [0, 9, 10].includes(index)))).toEqual([
    ["", "", ""],
    ["a", "one", "2"],
    ["a", "two", "1"],
    ["b", "one", "1"],
  ]);

  await page.goto(`${server.url}/console/${APP.id}/analytics?content=${id}&by=version`);
  const versions = page.getByRole("table", { name: "Version 1 by step" });
  await expect(versions.getByRole("rowheader")).toHaveText(["First step / Your orders", "Second step"]);
});

test("opens the people behind a number of a report, and its content", async ({ server, signedIn: page }) => {
  const { id, report } = await makeMetTour(page, server, "report-lise");
  const { name } = await readTour(page, server, id);
  await page.goto(report);
  const figures = page.getByRole("region", { name: "Funnel" });
  await figures.getByRole("button", { name: "People who viewed this content: 1" }).click();
  const panel = page.getByRole("dialog", { name: "People who viewed this content" });
  await expect(panel.getByText("1 person")).toBeVisible();
  await expectNoAxeFindings(page, "people behind a number of a report");
  await panel.getByRole("button", { name: "Close" }).click();
  await figures.getByRole("button", { name: "People who saw “Second step”: 1" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "report-lise" }).click();
  await expect(page.getByRole("heading", { name: "report-lise" })).toBeVisible();

  // Views aren't people, so their numbers open nothing.
  await page.goto(`${report}&count=views`);
  await expect(figures.getByRole("definition").first()).toBeVisible();
  await expect(figures.getByRole("button", { name: /^People/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Edit content" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

test("keeps the buttons of a report in the first line of its filters", async ({ server, signedIn: page }) => {
  const { id, revision } = await createTour(page.request, server, { name: "Report in line" });
  const headers = { origin: server.url, "if-match": `"${revision}"` };
  await page.request.post(`${server.url}/api/contents/${id}/publish`, { headers, data: { app_id: APP.id } });
  const rule = { kind: "group", external_id: "globex" };
  const segment = { headers: { origin: server.url }, data: { name: "Report in line", rule } };
  expect((await page.request.post(`${server.url}/api/segments`, segment)).status()).toBe(201);
  await page.goto(`${server.url}/console/${APP.id}/analytics?content=${id}`);
  const filters = [page.getByRole("combobox", { name: "Group by" }), page.getByText("Everyone", { exact: true })];
  const buttons = [page.getByRole("link", { name: "Edit content" }), page.getByRole("button", { name: "CSV" })];
  const middleOf = (place: Locator) =>
    place.evaluate((each) => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2);
  for (const width of [1_440, 1_280, 1_024]) {
    await page.setViewportSize({ width, height: 900 });
    const first = await middleOf(page.getByRole("radio", { name: "People" }));
    for (const place of width < 1_280 ? buttons : [...buttons, ...filters]) {
      expect(Math.abs((await middleOf(place)) - first), `${width} px, ${place}`).toBeLessThan(2);
    }
  }
});

test("shows people and completion of 30 days in the list of content, as the report does", async ({
  server,
  signedIn: page,
}) => {
  const { id, report } = await makeMetTour(page, server, "report-grace");
  const { id: other, name: unseen } = await createTour(page.request, server);
  const { name } = await readTour(page, server, id);
  for (const external_id of ["report-hedy", "report-katherine"]) {
    const props = { content_id: id, version: 1, run_id: newId("run", systemClock, systemRng) };
    const events = ["tour_started", "tour_completed"].map((event) => ({ name: event, props }));
    const data = { app_id: APP.id, external_id, events };
    const response = await page.request.post(`${server.url}/api/track`, { data, headers: { origin: server.url } });
    expect(response.ok(), await response.text()).toBe(true);
  }
  let asked: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/analytics/contents")) asked.push(new URL(request.url()));
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByRole("link", { name: "3 people, view report" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: unseen }).getByText("No data")).toHaveCount(2);
  const published = page.getByRole("row").filter({ hasText: "Published before" });
  await expect(published.getByRole("link", { name: "0 people, view report" })).toBeVisible();
  await expect(published).not.toContainText("0 views");
  // One request for all rows, also in another order.
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=/);
  await expect(row.getByRole("link", { name: "3 people, view report" })).toBeVisible();
  expect(asked.map(({ searchParams }) => searchParams.get("content_ids")?.split(",").includes(other))).toEqual([true]);
  await expect(row.getByText("67%")).toBeVisible();
  await expectNoAxeFindings(page, "the list of content with results");

  await row.getByRole("link", { name: "3 people, view report" }).click();
  await expect(page).toHaveURL(report);
  const figures = page.getByRole("region", { name: "Funnel" });
  await expect(figures.getByRole("definition").first()).toHaveText("3");
  await expect(figures.getByRole("definition").nth(1)).toContainText("67%");

  asked = [];
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(row).toBeVisible();
  await expect(row.getByRole("link", { name: /view report/ })).toHaveCount(0);
  expect(asked).toEqual([]);
});

test("lists who dropped off in a funnel, and keeps it as a chart of a dashboard", async ({
  server,
  signedIn: page,
}) => {
  for (const [external_id, names] of [
    ["funnel-ada", ["funnel_visited", "funnel_ordered"]],
    ["funnel-bob", ["funnel_visited"]],
  ] as const) {
    const events = names.map((name) => ({ name }));
    const data = { app_id: APP.id, external_id, events };
    const response = await page.request.post(`${server.url}/api/track`, { data, headers: { origin: server.url } });
    expect(response.ok(), await response.text()).toBe(true);
  }
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=funnels`);
  await page.getByLabel("Event of step 1").fill("funnel_visited");
  await page.getByLabel("Event of step 2").fill("funnel_ordered");
  const dropped = page.getByRole("button", { name: "Show people who dropped off before “funnel_ordered”: 1" });
  await dropped.click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "funnel-bob" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Add to dashboard" }).click();
  await page.getByLabel("Name of the new dashboard").fill("Orders");
  await page.getByRole("button", { name: "Add chart" }).click();
  await page.getByRole("button", { name: "Open dashboard" }).click();
  const charts = page.getByRole("list", { name: "Charts" });
  await expect(charts.getByRole("heading", { name: "funnel_visited → funnel_ordered" })).toBeVisible();
  await expect(charts.getByRole("row", { name: /funnel_ordered/ })).toContainText("50%");
  await charts.getByRole("link", { name: "Open report on funnel_visited → funnel_ordered" }).click();
  await expect(dropped).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Edit dashboard" }).click();
  await page.getByRole("button", { name: "Rename Orders" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Sales");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete Sales" }).click();
  await page.getByRole("button", { name: "Delete dashboard" }).click();
  await expect(page.getByRole("heading", { name: "No dashboards yet" })).toBeVisible();
});

test("moves and removes a dashboard's charts by keyboard, only while it's edited", async ({
  server,
  signedIn: page,
}) => {
  const charts = ["One", "Two"].map((title) => ({ id: title.toLowerCase(), kind: "cohorts", title }));
  const made = await page.request.post(`${server.url}/api/dashboards?app_id=${APP.id}`, {
    data: { name: "Two charts", charts },
    headers: { origin: server.url },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=dashboards&dashboard=${id}`);
  const titles = page.getByRole("list", { name: "Charts" }).getByRole("heading", { name: /^(One|Two)$/ });
  await expect(titles).toHaveText(["One", "Two"]);
  await expect(page.getByRole("button", { name: /^(Move|Remove|Rename|Delete) / })).toHaveCount(0);

  await page.getByRole("button", { name: "Edit dashboard" }).press("Enter");
  await expectNoAxeFindings(page, "a dashboard that is edited");
  const down = page.getByRole("button", { name: "Move One down" });
  let saves = 0;
  page.on("response", (response) => {
    if (response.request().method() === "PATCH" && response.ok()) saves++;
  });
  let save = (): void => {};
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  await page.route(`**/api/dashboards/${id}?*`, async (route) => {
    await saved;
    await route.continue();
  });
  await down.press("Enter");
  await expect(titles).toHaveText(["Two", "One"]);
  await expect(down).toBeFocused();
  await expect(page.getByText("One: 2 of 2")).toHaveCount(1);
  // A press counts while the change before it is saved.
  await page.getByRole("button", { name: "Remove Two" }).press("Enter");
  await expect(titles).toHaveText(["One"]);
  save();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(titles).toHaveText(["Two", "One"]);
  await page.getByRole("button", { name: "Remove Two" }).press("Enter");
  await expect(titles).toHaveText(["One"]);
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove One" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Open report on One" })).toBeVisible();
  // A reload would cancel what isn't saved: the move, both removals, and the undo.
  await expect.poll(() => saves).toBe(4);
  await page.reload();
  await expect(titles).toHaveText(["One"]);
});

test("has two filters of a report in each line on narrow screens", async ({ server, signedIn: page }) => {
  const { report } = await makeMetTour(page, server, "report-narrow");
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(report);
  const top = async (name: string) =>
    (await page.getByRole("main").getByRole("combobox", { name }).boundingBox())?.y ?? 0;
  await expect(page.getByRole("radiogroup", { name: "Count" })).toBeVisible();
  const counted = (await page.getByRole("radiogroup", { name: "Count" }).boundingBox())?.y ?? 0;
  expect(Math.abs((await top("Period")) - counted), "the period beside what is counted").toBeLessThan(6);
  expect(await top("Group by")).toBeGreaterThan(counted + 20);
});

test("counts the people of the chosen period in the list of goals", async ({ server, signedIn: page }) => {
  const headers = { origin: server.url };
  const goal = { app_id: APP.id, name: "Period goal", event_name: "period_goal_reached" };
  expect((await page.request.post(`${server.url}/api/goals`, { data: goal, headers })).status()).toBe(201);
  const data = { app_id: APP.id, external_id: "period-ada", events: [{ name: "period_goal_reached" }] };
  expect((await page.request.post(`${server.url}/api/track`, { data, headers })).ok()).toBe(true);
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=goals`);
  const row = page.getByRole("listitem").filter({ hasText: "Period goal" });
  await expect(row).toContainText(/1\s*person in this period/);
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=goals&days=custom&from=2024-01-01&to=2024-01-07`);
  await expect(row).toContainText(/0\s*people in this period/);
  await expect(row).toContainText("1 in total");
  await row.getByRole("link", { name: "Show report on Period goal" }).click();
  const note = await row.getByText("Days are in UTC.").boundingBox();
  const button = await row.getByRole("button", { name: "Show as table" }).boundingBox();
  const middle = (note?.y ?? 0) + (note?.height ?? 0) / 2;
  expect(Math.abs(middle - (button?.y ?? 0) - (button?.height ?? 0) / 2), "in one line").toBeLessThan(6);
});

test("opens the page of a missing target from the report", async ({ server, signedIn: page }) => {
  const { id, report } = await makeMetTour(page, server, "report-lost");
  const missing = { name: "step_target_missing", props: { content_id: id, version: 1, step_id: "one" } };
  const events = Array.from({ length: 20 }, () => missing);
  const response = await page.request.post(`${server.url}/api/track`, {
    data: { app_id: APP.id, external_id: "report-lost", events },
    headers: { origin: server.url },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto(report);
  const again = page.getByRole("button", { name: "Pick target for “First step”" });
  await again.click();
  const dialog = page.getByRole("dialog", { name: "Pick element again" });
  const address = `${server.url}/orders`;
  await dialog.getByLabel("Page URL").fill(address);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("link", { name: "Open page" })).toHaveAttribute("href", /#fanfare_debug=/);
  await dialog.getByRole("button", { name: "Close" }).click();

  const opening = page.waitForEvent("popup");
  await again.click();
  const opened = await opening;
  await expect(page.getByText(`${address} opened`)).toBeVisible();
  await opened.waitForURL(/\/orders#fanfare_debug=/);
  await opened.close();
});

test("names a lost target among the failures of a report", async ({ server, signedIn: page }) => {
  const { id, report } = await makeMetTour(page, server, "report-ended");
  const props = { content_id: id, version: 1, reason: "target_missing" };
  const response = await page.request.post(`${server.url}/api/track`, {
    data: { app_id: APP.id, external_id: "report-ended", events: [{ name: "tour_dismissed", props }] },
    headers: { origin: server.url },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto(report);
  const fact = page.locator("dl > div").filter({ has: page.getByText("Failures", { exact: true }) });
  await expect(fact.getByRole("definition")).toHaveText("Target not found 1");
});

test("prints pages in black on white with exact times and without controls", async ({ server, signedIn: page }) => {
  const { id, report } = await makeMetTour(page, server, "report-grace");
  const { name } = await readTour(page, server, id);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(report);
  await expect(page.getByRole("heading", { name: "Funnel" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "First step" })).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "CSV" })).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading", { name: "Funnel" })).toHaveCSS("color", "rgb(0, 0, 0)");

  await page.goto(`${server.url}/console/${APP.id}/people/report-grace`);
  const seen = page.locator("#main time").first();
  await expect(seen).toHaveAttribute("title", /\d{4}/);
  const [title, shown] = await seen.evaluate((time) => [
    time.getAttribute("title"),
    getComputedStyle(time, "::after").content,
  ]);
  expect(shown).toBe(JSON.stringify(title));
});

test("shares a dashboard by a link that works without an account until it's revoked", async ({
  server,
  signedIn: page,
  browser,
}) => {
  const chart = { id: "new", kind: "cohorts", title: "New people" };
  const made = await page.request.post(`${server.url}/api/dashboards?app_id=${APP.id}`, {
    data: { name: "Board", charts: [chart] },
    headers: { origin: server.url },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=dashboards&dashboard=${id}`);
  await page.getByRole("button", { name: "Share Board" }).click();
  const dialog = page.getByRole("dialog", { name: "Share dashboard" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Never opened")).toBeVisible();
  await expectNoAxeFindings(page, "links of a dashboard");
  const url = (await dialog.getByRole("status", { name: "Dashboard link" }).textContent()) ?? "";

  const reader = await browser.newContext({ locale: "ar", viewport: { width: 320, height: 640 } });
  const shared = await reader.newPage();
  const violations: string[] = [];
  shared.on("console", (message) => violations.push(message.text()));
  await shared.goto(url);
  await expect(shared.getByRole("heading", { name: "New people" })).toBeVisible();
  await expect(shared.locator("html")).toHaveAttribute("dir", "rtl");
  await shared.getByRole("link", { name: "90" }).click();
  await expect(shared.getByRole("link", { name: "90" })).toHaveAttribute("aria-current", "page");
  expect(await shared.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const colorScheme of ["light", "dark"] as const) {
    await shared.emulateMedia({ colorScheme });
    await expectNoAxeFindings(shared, `shared dashboard, ${colorScheme}`);
  }
  expect(violations).toEqual([]);

  await dialog.getByRole("button", { name: /^Revoke link created/ }).click();
  await expect(dialog.getByText("Never opened")).toBeHidden();
  expect((await shared.goto(url))?.status()).toBe(404);
  await reader.close();
});

test("schedules emails of a dashboard, shows an invalid address at its field, and deletes them", async ({
  server,
  signedIn: page,
}) => {
  const made = await page.request.post(`${server.url}/api/dashboards?app_id=${APP.id}`, {
    data: { name: "Mailed", charts: [] },
    headers: { origin: server.url },
  });
  const { id } = await made.json();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=dashboards&dashboard=${id}`);
  await page.getByRole("button", { name: "Email Mailed" }).click();
  const dialog = page.getByRole("dialog", { name: "Email dashboard" });
  const recipients = dialog.getByLabel("Recipients");
  await recipients.fill("ada@shop.example, bo");
  await dialog.getByRole("button", { name: "Schedule emails" }).click();
  await expect(dialog.getByText("Enter a valid email address.")).toBeVisible();
  await recipients.fill("ada@shop.example, bo@shop.example");
  await dialog.getByLabel("Time zone").fill("Europe/Zurich");
  await dialog.getByRole("button", { name: "Schedule emails" }).click();
  const remove = dialog.getByRole("button", { name: "Delete emails to ada@shop.example, bo@shop.example" });
  await expect(remove).toBeVisible();
  await expectNoAxeFindings(page, "scheduled emails");
  await dialog.getByRole("button", { name: "Edit emails to ada@shop.example, bo@shop.example" }).click();
  await expect(recipients).toBeFocused();
  await expect(recipients).toHaveValue("ada@shop.example, bo@shop.example");
  await expect(dialog.getByLabel("Time zone")).toHaveValue("Europe/Zurich");
  await recipients.fill("ada@shop.example, cy@shop.example");
  await dialog.getByRole("button", { name: "Save emails" }).click();
  await expect(dialog.getByRole("button", { name: "Schedule emails" })).toBeVisible();
  await expect(remove).toBeHidden();
  const remove_edited = dialog.getByRole("button", { name: "Delete emails to ada@shop.example, cy@shop.example" });
  await remove_edited.click();
  await expect(remove_edited).toBeHidden();
});
