import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, expect, test } from "./support/harness.ts";

test("opens what each first step names, and shows only whole cards", async ({ server, signedIn: page }) => {
  await page.route("**/api/overview?*", async (route) => {
    const response = await route.fetch();
    // Safe cast: the server sends the contract's `Overview`.
    const overview = (await response.json()) as Overview;
    const first_steps = { connected: false, published: false, invited: false, said: false, goal: false };
    await route.fulfill({ response, json: { ...overview, first_steps } });
  });
  await page.goto(`${server.url}/console/${APP.id}`);
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps.getByRole("heading", { name: "Build your first tour" })).toBeVisible();
  for (const width of [1_440, 1_024, 700, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () =>
      steps.getByRole("list").evaluate((list) => {
        const { left, right } = list.getBoundingClientRect();
        return [...list.children].filter((card) => {
          const box = card.getBoundingClientRect();
          return box.left < right - 1 && (box.right > right + 1 || box.left < left - 1);
        }).length;
      });
    await expect.poll(cut, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });

  await steps.getByRole("button", { name: "Create content" }).click();
  await expect(page.getByRole("dialog", { name: "New content" })).toBeVisible();
  await page.keyboard.press("Escape");
  await steps.getByRole("button", { name: "Next" }).click();
  await steps.getByRole("button", { name: "Invite member" }).click();
  await expect(page.getByRole("dialog", { name: "Invite member" }).getByLabel("Email address")).toBeFocused();
  await page.keyboard.press("Escape");
  await steps.getByRole("link", { name: "Get snippet" }).click();
  await expect(page.getByRole("heading", { name: "Install", exact: true })).toBeVisible();
});

test("lists the last first steps at the width of the issues above them", async ({ server, signedIn: page }) => {
  await page.route("**/api/overview?*", async (route) => {
    const response = await route.fetch();
    // Safe cast: the server sends the contract's `Overview`.
    const overview = (await response.json()) as Overview;
    const first_steps = { connected: false, published: true, invited: false, said: true, goal: true };
    await route.fulfill({ response, json: { ...overview, first_steps } });
  });
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.goto(`${server.url}/console/${APP.id}`);
  const steps = page.getByRole("region", { name: "Get started" });
  const rows = steps.getByRole("listitem");
  await expect(rows.getByRole("heading")).toHaveText(["Connect your application", "Invite a colleague"]);
  const column = await page.getByRole("region", { name: "Needs attention" }).boundingBox();
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.width).toBeGreaterThan((column?.width ?? 0) - 4);
  }
  await steps.getByRole("button", { name: "Invite member" }).click();
  await expect(page.getByRole("dialog", { name: "Invite member" })).toBeVisible();
});

test("shows people, views, and completions of 7 days, compared with the 7 days before", async ({
  server,
  signedIn: page,
}) => {
  await page.route("**/api/overview?*", async (route) => {
    const response = await route.fetch();
    // Safe cast: the server sends the contract's `Overview`.
    const overview = (await response.json()) as Overview;
    const results = { week: { people: 1_500, views: 90 }, before: { people: 1_000, views: 120 } };
    await route.fulfill({ response, json: { ...overview, results } });
  });
  await page.goto(`${server.url}/console/${APP.id}`);
  const tile = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(tile("People reached")).toHaveText("People reached1,500Last 7 days50% more");
  await expect(tile("Views")).toHaveText("Views90Last 7 days25% fewer so far");
  await expect(tile("Completions")).toContainText("Last 7 days");
  await expectNoAxeFindings(page, "the overview with results");
});

test("welcomes back only someone who has been here before", async ({ server, browser, signedIn: page }) => {
  const first = await browser.newPage();
  await first.goto(`${server.url}/console/sign-in`);
  await expect(first.getByRole("heading", { name: "Welcome to Fanfare" })).toBeVisible();
  await first.close();
  await page.goto(`${server.url}/console/${APP.id}`);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${server.url}/console/sign-in`);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});

test("leads from a tracker without events to pointing at its element again", async ({ server, signedIn: page }) => {
  const headers = { Origin: server.url };
  const ids = await Promise.all(
    ["report_shared", "report_exported"].map(async (name) => {
      const data = { name, on: { kind: "click", target: { strategies: [{ kind: "test_id", value: name }] } } };
      const created = await page.request.post(`${server.url}/api/trackers?app_id=${APP.id}`, { data, headers });
      return (await created.json()).id as string;
    }),
  );
  const notices = ids.map((tracker_id) => ({ kind: "tracker_silent", tracker_id, name: `Tracker ${tracker_id}` }));
  await page.route("**/api/attention?*", (route) => route.fulfill({ json: { alerts: [], notices } }));
  await page.goto(`${server.url}/console/${APP.id}`);
  const rows = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole("link", { name: "Point at it again" }).click();
  await expect(page.getByRole("dialog", { name: "Point at it on your page" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Event name" })).toHaveValue("report_exported");
});

test("leads to the settings that resume the app and turn realtime on", async ({ server, signedIn: page }) => {
  const notices = [{ kind: "app_paused" }, { kind: "live_updates_off" }];
  await page.route("**/api/attention?*", (route) => route.fulfill({ json: { alerts: [], notices } }));
  for (const [problem, path, control] of [
    ["App paused", "/settings/app", "Pause app"],
    ["Realtime is turned off", "/settings/channels", "Enable channels"],
  ] as const) {
    await page.goto(`${server.url}/console/${APP.id}`);
    const row = page
      .getByRole("region", { name: "Needs attention" })
      .getByRole("listitem")
      .filter({ hasText: problem });
    await row.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByText(control, { exact: true }).first()).toBeVisible();
    expect(new URL(page.url()).pathname.endsWith(path)).toBe(true);
  }
});

test("aligns the tiles in columns, and keeps texts wide beside several buttons", async ({ server, signedIn: page }) => {
  const failing = { content_id: "cnt_1", name: "Welcome", step_id: "one", views: 20, missing: 9 };
  const notices = [{ kind: "target_missing", ...failing }];
  await page.route("**/api/attention?*", (route) => route.fulfill({ json: { alerts: [], notices } }));
  const overview = page.waitForRequest("**/api/overview?*");
  await page.goto(`${server.url}/console/${APP.id}`);
  // The server finds what needs attention once, for the navigation and the page.
  expect(new URL((await overview).url()).searchParams.get("omit")).toBe("attention");
  const names = ["People reached", "Views", "Completions", "Live content"];
  const live = ["People online now", "Connections", "Events per second"];
  const tiles = [...names, ...live].map((name) => page.getByRole("region", { name, exact: true }));
  const row = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  for (const [width, columns] of [
    [1_440, 4],
    [1_024, 2],
    [320, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row.getByRole("button", { name: "Pick element again" })).toBeVisible();
    const boxes = await Promise.all(
      tiles.map((tile) => tile.evaluate((each) => each.getBoundingClientRect().toJSON())),
    );
    const distinct = (side: "left" | "right") => new Set(boxes.map((box) => Math.round(box[side]))).size;
    expect([distinct("left"), distinct("right")], `${width} px`).toEqual([columns, columns]);
    const shares = await row.evaluate((item) => {
      const share = (selector: string) =>
        (item.querySelector(selector)?.getBoundingClientRect().width ?? 0) / item.getBoundingClientRect().width;
      return share("h3");
    });
    expect(shares, `${width} px`).toBeGreaterThan(0.7);
  }
});
