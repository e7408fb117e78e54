import type { APIRequestContext, Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { createApp, expect, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const PEOPLE = 2_400;
const nameOf = (number: number): string => `Person ${String(number).padStart(4, "0")}`;

async function makePeople(request: APIRequestContext, server: TestServer, app_id: string): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    external_id: `p_${index + 1}`,
    attributes: { name: nameOf(index + 1) },
  }));
  for (let from = 0; from < people.length; from += 200) {
    const answer = await request.post(`${server.url}/api/people/import`, {
      data: { app_id, people: people.slice(from, from + 200) },
      headers: { origin: server.url },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

const rows = (page: Page) => page.locator("table tbody tr[aria-rowindex]");

test("renders few of thousands of rows, reaches the last, and restores the scroll", async ({
  server,
  signedIn: page,
}) => {
  test.slow();
  const app = await createApp(page.request, server, "Crowded");
  await makePeople(page.request, server, app.id);
  await page.goto(`${server.url}/console/${app.id}/people?sort=name`);
  await expect(page.getByText("50 of 2,400 people", { exact: false })).toBeVisible();
  await expect(rows(page)).toHaveCount(50);

  const width_of_names = () =>
    page.getByRole("columnheader", { name: "Name" }).evaluate((cell) => cell.getBoundingClientRect().width);
  const wide = await width_of_names();

  // Each press of End moves to the last loaded row, which loads more.
  await page.getByRole("link", { name: nameOf(1), exact: true }).focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.locator(":focus")).toHaveText(nameOf(PEOPLE), { timeout: 100 });
  }).toPass({ intervals: [100] });
  const last = page.getByRole("link", { name: nameOf(PEOPLE), exact: true });
  await expect(last).toBeFocused();
  await expect(page.getByRole("row").filter({ has: last })).toHaveAttribute("aria-rowindex", String(PEOPLE + 1));
  await expect.poll(() => rows(page).count()).toBeLessThan(60);
  // Hidden columns take no width, also after scrolling.
  expect(await width_of_names()).toBe(wide);

  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, -40_000);
  await expect(last).not.toBeInViewport();
  // Scrolling continues for a while.
  const top = () => last.evaluate((link) => link.getBoundingClientRect().top);
  await expect(async () => {
    const place = await top();
    await page.waitForTimeout(250);
    expect(await top()).toBe(place);
  }).toPass();
  await expect(last).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const before = page.getByRole("link", { name: nameOf(PEOPLE - 1), exact: true });
  await expect(before).toBeFocused();
  await expect(before).toBeInViewport();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: nameOf(PEOPLE - 1) })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/sort=name$/);
  await expect(before).toBeInViewport();
  await expect(page.getByText(/^2,400 people/)).toBeVisible();
  await check(page, "the end of a long list");

  await page.getByRole("button", { name: "Back to top" }).click();
  await expect(page.getByRole("link", { name: nameOf(1), exact: true })).toBeInViewport();

  // On phones, rows are cards, and some are visible at every scroll position.
  await page.setViewportSize({ width: 360, height: 700 });
  await page.mouse.move(180, 350);
  await page.mouse.wheel(0, 60_000);
  const inTheMiddle = () => page.evaluate(() => document.elementFromPoint(180, 350)?.closest("li")?.ariaPosInSet);
  await expect.poll(async () => Number(await inTheMiddle())).toBeGreaterThan(300);
});
