import type { Page } from "@playwright/test";
import { APP, expect, test } from "./support/harness.ts";
import { DESK } from "./support/screenshots.ts";

/** Maximum cumulative layout shift per visit: a fifth of what browsers rate as good. */
const SHIFT_MAX = 0.02;

declare global {
  interface Window {
    /** Cumulative layout shift without recent input. */
    shifted: number;
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      // Safe cast: TypeScript doesn't have the type `LayoutShift` yet.
      const shifts = list.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[];
      for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) window.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Waits for the paint and the browser's report. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))));
    return window.shifted;
  });

/** Holds matching responses until the returned function is called. */
async function hold(page: Page, calls: (url: URL) => boolean): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test("doesn't shift the layout when late data arrives", async ({ server, signedIn: page }) => {
  const headers = { origin: server.url };
  const console_url = `${server.url}/console/${APP.id}`;
  const people = [{ external_id: "shifty", attributes: { name: "Shifty", plan: "pro", seats: 4 } }];
  const known = await page.request.post(`${server.url}/api/people/import`, {
    data: { app_id: APP.id, people },
    headers,
  });
  expect(known.status(), await known.text()).toBe(200);
  const invited = await page.request.post(`${server.url}/api/invites`, {
    data: { email: "shifty@example.com", role: "viewer" },
    headers,
  });
  expect(invited.status(), await invited.text()).toBe(201);
  await watchShifts(page);

  await page.setViewportSize({ width: 360, height: 740 });
  const members = await hold(page, ({ pathname }) => pathname === "/api/members");
  const invites = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/invites");
  await page.goto(`${console_url}/settings/members`);
  await (await invites).finished();
  await shifted(page);
  members();
  await expect(page.getByRole("list", { name: "Pending invitations" })).toBeVisible();
  expect(await shifted(page), "invitations before members").toBeLessThan(SHIFT_MAX);

  const timeline = await hold(page, ({ pathname }) => pathname.endsWith("/timeline"));
  const person = await hold(page, ({ pathname }) => pathname === "/api/people/shifty");
  await page.goto(`${console_url}/people/shifty`);
  await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Menu" })).toBeVisible();
  person();
  await expect(page.getByRole("heading", { name: "Shifty" })).toBeVisible();
  await shifted(page);
  timeline();
  await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
  expect(await shifted(page), "a profile below its timeline").toBeLessThan(SHIFT_MAX);

  await page.setViewportSize({ width: DESK[0], height: DESK[1] });
  const attributes = await hold(page, ({ pathname }) => pathname === "/api/attributes");
  const list = await hold(page, ({ pathname }) => pathname === "/api/people");
  await page.goto(`${console_url}/people`);
  await expect(page.locator("main .skeleton").first()).toBeVisible();
  await shifted(page);
  attributes();
  await expect(page.getByRole("columnheader", { name: "plan" })).toBeVisible();
  await shifted(page);
  list();
  await expect(page.getByRole("link", { name: "Shifty" })).toBeVisible();
  expect(await shifted(page), "columns that are known late").toBeLessThan(SHIFT_MAX);
});
