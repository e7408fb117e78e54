import type { Target } from "@fanfare/contract/target/target";
import type { Page } from "@playwright/test";
import { card, expect, next } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { anchored } from "./support/app-page.ts";
import { createBuilderLink, withText } from "./support/builder-page.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { createTour, type Serve, test } from "./support/host-test.ts";

test.use({
  serverOptions: {
    demo: false,
    contents: createTour({ trigger: { kind: "automatic" }, frequency: { mode: "always" } }),
  },
});

const VIEWPORT = '<meta name="viewport" content="width=device-width">';

/** Opens the builder on a host page and plays the draft. */
async function play(page: Page, server_url: string, serve: Serve, csp?: string) {
  const site = await serve(VIEWPORT + moduleSnippet(server_url, APP.key), csp === undefined ? {} : { csp });
  const link = await createBuilderLink(page, server_url, site.url);
  await page.goto(link.url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await panel.getByRole("button", { name: "Play" }).click();
  const bar = page.getByRole("region", { name: "Play" });
  await expect(bar).toBeVisible();
  return { panel, bar, link, width: bar.getByRole("combobox", { name: "Width" }), site };
}

const PHONE = "Phone (390 px)";

test("plays the draft at the width of a phone and a tablet, and follows its changes", async ({
  server,
  page,
  serve,
}) => {
  const { panel, bar, link, width } = await play(page, server.url, serve);
  const device = page.frames().length;
  expect(device).toBe(1);
  // By keyboard.
  await width.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  const frame = page.frameLocator("fanfare-ui iframe");
  const title = frame.locator("fanfare-ui").getByRole("heading");
  await expect(title).toHaveText("First");
  // The card is in the frame only.
  await expect(card(page)).toHaveCount(0);
  const inner = page.frames().find((each) => each.name() === "fanfare-device");
  expect(await inner?.evaluate(() => innerWidth)).toBe(390);
  await page.screenshot({ path: test.info().outputPath("phone.png") });

  // A change of another member appears in the card, at the same step.
  await frame.getByRole("button", { name: "Next" }).click();
  await expect(title).toHaveText("Second");
  await link.save(withText("Second", "Second, changed elsewhere"));
  await expect(title).toHaveText("Second, changed elsewhere", { timeout: 15_000 });

  // Another page in the frame goes on with the same step.
  await inner?.goto(inner.url().replace(/\/$/, "/next"));
  await expect(title).toHaveText("Second, changed elsewhere");
  await frame.getByRole("button", { name: "Done" }).click();
  await expect(bar).toContainText("Completed. Nothing was counted.");
  await bar.getByRole("button", { name: "Play again" }).click();
  await expect(title).toHaveText("First");
  // F6 leads from the frame to the builder.
  await frame.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("F6");
  await expect(width).toBeFocused();

  await width.selectOption("Tablet (768 px)");
  await expect(title).toHaveText("First");
  expect(
    await page
      .frames()
      .at(-1)
      ?.evaluate(() => innerWidth),
  ).toBe(768);
  await page.screenshot({ path: test.info().outputPath("tablet.png") });
  await width.selectOption("This window");
  await expect(card(page).getByRole("heading")).toHaveText("First");
  expect(page.frames()).toHaveLength(1);
  await next(page);
  await bar.getByRole("button", { name: "Stop" }).click();
  // The frame didn't take over the session, and nothing was counted.
  await expect(panel).toContainText("Saved");
  await panel.getByRole("textbox", { name: "Title" }).fill("Mine");
  await expect.poll(async () => JSON.stringify((await link.read()).draft)).toContain("Mine");
  expect(await storedEvents(server.data_dir)).toEqual({});
});

test("says that a page can't be framed, and opens a window instead", async ({ server, page, serve }) => {
  const { bar, link, width } = await play(page, server.url, serve, "frame-ancestors 'none'");
  await width.selectOption(PHONE);
  const notice = page.getByRole("alert").filter({ hasText: "can’t be shown in a frame" });
  await expect(notice).toBeVisible();
  const open = page.getByRole("button", { name: "Open window" });
  await expect(open).toBeFocused();
  await page.screenshot({ path: test.info().outputPath("refused.png") });
  const opening = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const phone = await opening;
  await expect(card(phone).getByRole("heading")).toHaveText("First");
  expect(await phone.evaluate(() => innerWidth)).toBe(390);
  await link.save(withText("First", "First, changed elsewhere"));
  await expect(card(phone).getByRole("heading")).toHaveText("First, changed elsewhere", { timeout: 15_000 });
  await next(phone);
  await card(phone).getByRole("button", { name: "Done" }).click();
  await expect(bar).toContainText("Completed. Nothing was counted.");
  const closing = phone.waitForEvent("close");
  await bar.getByRole("button", { name: "Stop" }).click();
  await closing;
});

test("fits a device in a narrow right-to-left page", async ({ server, page, serve }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 640 });
  const { width } = await play(page, server.url, serve);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await width.selectOption(PHONE);
  const frame = page.locator("fanfare-ui iframe");
  await expect(page.frameLocator("fanfare-ui iframe").locator("fanfare-ui").getByRole("heading")).toHaveText("First");
  const box = await frame.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: test.info().outputPath("narrow.png") });
});

test("asks for an element if the console has a way to find it without a value", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  const target: Target = { strategies: [{ kind: "test_id", value: "" }] };
  await link.save((draft) => ({ ...draft, body: { ...draft.body, steps: [anchored("one", "", { target })] } }));
  await page.goto(link.url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(panel.getByRole("button", { name: "Pick element", exact: true })).toBeVisible();
  await expect(panel).not.toContainText("Not found on this page");
  await expect(panel).toContainText("No element yet. Pick one before you publish.");
});

test("leads to the step whose missing element keeps the draft from being published", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  const target: Target = { strategies: [{ kind: "test_id", value: "" }] };
  const steps = [
    { id: "one", kind: "centered", title: "Ready", blocks: [] },
    { ...anchored("two", "", { target }), title: "Not ready" },
  ];
  await link.save((draft) => ({ ...draft, body: { ...draft.body, steps } }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(link.url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await panel.getByRole("button", { name: "Publish changes" }).click();
  const refused = panel.getByRole("alert");
  await expect(refused).toContainText("can’t be published");
  await expect(refused).toBeInViewport({ ratio: 1 });
  await refused.getByRole("button", { name: "Go to “Not ready”" }).click();
  await expect(panel.getByRole("textbox", { name: "Title" })).toHaveValue("Not ready");
  const pick = panel.getByRole("button", { name: "Pick element", exact: true });
  await expect(pick).toBeFocused();
  await pick.click({ trial: true });
  await expect(refused).toHaveCount(0);
});

test("neither shows nor counts live content before the builder is open", async ({ server, page, serve }) => {
  const site = await serve(VIEWPORT + moduleSnippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  let load = (): void => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/sdk/builder/edit-*.js", (route) => loading.then(() => route.continue()));
  await page.goto(link.url);
  // The automatic tour would be loaded with the first decisions.
  await page.waitForResponse((response) => response.url().includes("/v1/boot"));
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/guide-"))),
    )
    .toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(card(page)).toHaveCount(0);
  load();
  await expect(page.getByRole("region", { name: "Welcome" })).toContainText("Saved");
  expect(await storedEvents(server.data_dir)).toEqual({});
});
