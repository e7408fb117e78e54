import type { Page } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import { APP, expect, makeTour, pick, readTour, test } from "./harness.ts";

/** A tour that somebody met, and the address of its report. */
async function makeMetTour(page: Page, house: House, who: string): Promise<{ id: string; report: string }> {
  const { id } = await makeTour(page.request, house);
  const props = { content_id: id, version: 1 };
  const events = [
    { name: "tour_started", props },
    // In another order than that of the steps.
    { name: "tour_step_seen", props: { ...props, step_id: "two" } },
    { name: "tour_step_seen", props: { ...props, step_id: "one" } },
  ];
  const headers = { origin: house.url };
  const told = await page.request.post(`${house.url}/api/track`, {
    data: { app_id: APP.id, external_id: who, events },
    headers,
  });
  expect(told.ok(), await told.text()).toBe(true);
  return { id, report: `${house.url}/console/${APP.id}/analytics?content=${id}` };
}

test("a report names its steps in their order, and is narrowed to a segment that its address holds", async ({
  house,
  signedIn: page,
}) => {
  const { report } = await makeMetTour(page, house, "report-ada");
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "gold" } };
  const made = await page.request.post(`${house.url}/api/segments`, {
    data: { name: "On gold", rule },
    headers: { origin: house.url },
  });
  expect(made.status(), await made.text()).toBe(201);

  await page.goto(report);
  const steps = page.getByRole("table", { name: "Funnel, step by step" }).getByRole("rowheader");
  await expect(steps).toHaveText(["First step", "Second step"]);

  await page.getByRole("button", { name: "People: Everybody" }).click();
  await pick(page.getByRole("option", { name: "On gold" }));
  await expect(page.getByRole("heading", { name: "Nobody of this segment" })).toBeVisible();
  await expect(page).toHaveURL(/segment=/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nobody of this segment" })).toBeVisible();
  await page.getByRole("button", { name: "Show everybody" }).click();
  await expect(steps).toHaveText(["First step", "Second step"]);
  await expect(page).not.toHaveURL(/segment=/);
});

test("from the evidence of a lost target one press leads to its page, which is asked for the first time", async ({
  house,
  signedIn: page,
}) => {
  const { id, report } = await makeMetTour(page, house, "report-lost");
  const missing = { name: "step_target_missing", props: { content_id: id, version: 1, step_id: "one" } };
  const events = Array.from({ length: 20 }, () => missing);
  const told = await page.request.post(`${house.url}/api/track`, {
    data: { app_id: APP.id, external_id: "report-lost", events },
    headers: { origin: house.url },
  });
  expect(told.ok(), await told.text()).toBe(true);
  await page.goto(report);
  const again = page.getByRole("button", { name: "Pick “First step” again" });
  await again.click();
  const dialog = page.getByRole("dialog", { name: "Pick again in the page" });
  const address = `${house.url}/orders`;
  await dialog.getByLabel("Page address").fill(address);
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect(dialog.getByRole("link", { name: "Open the page" })).toHaveAttribute("href", /#fanfare_debug=/);
  await dialog.getByRole("button", { name: "Close" }).click();

  const opening = page.waitForEvent("popup");
  await again.click();
  const opened = await opening;
  await expect(page.getByText(`Opened ${address}`)).toBeVisible();
  await opened.waitForURL(/\/orders#fanfare_debug=/);
  await opened.close();
});

test("on paper a page is what it says, black on white, with exact times and without what only a screen can do", async ({
  house,
  signedIn: page,
}) => {
  const { id, report } = await makeMetTour(page, house, "report-grace");
  const { name } = await readTour(page, house, id);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(report);
  await expect(page.getByRole("heading", { name: "Funnel" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "First step" })).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "CSV" })).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading", { name: "Funnel" })).toHaveCSS("color", "rgb(0, 0, 0)");

  await page.goto(`${house.url}/console/${APP.id}/people/report-grace`);
  const seen = page.locator("#main time").first();
  await expect(seen).toHaveAttribute("title", /\d{4}/);
  const [title, shown] = await seen.evaluate((time) => [
    time.getAttribute("title"),
    getComputedStyle(time, "::after").content,
  ]);
  expect(shown).toBe(JSON.stringify(title));
});
