import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Locator, Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, test } from "./support/host-test.ts";

const TOUR: ContentFile = createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } });

test.use({ serverOptions: { demo: false, contents: TOUR } });

/** Presses a control, lets something happen meanwhile, and lets go. */
async function press(page: Page, control: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await meanwhile();
  await page.mouse.up();
}

test("loses no press in the panel to a late card, an answer, or another member's change", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(`<!doctype html><main><button>Save</button></main>${moduleSnippet(server.url, APP.key)}`);
  const { url, path, headers } = await createLink(page, server.url, site.url);
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(panel).toContainText("Saved");
  await panel.getByRole("button", { name: "Use own buttons" }).click();
  await panel.getByRole("button", { name: "Add button" }).click();
  const buttons = card(page).locator(".acts");
  const up = panel.getByRole("button", { name: "Move button 2 up" });
  const field = panel.getByRole("textbox", { name: "Label of button 1" });
  const saved = async () => ((await (await page.request.get(path)).json()) as ContentDetail).draft;
  await expect(buttons).toHaveText("NextDone");
  await expect(panel).toContainText("Saved");

  // The card of what was typed appears.
  await field.fill("Go on");
  await press(page, up, () => expect(buttons).toHaveText("Go onDone"));
  await expect(buttons).toHaveText("DoneGo on");

  // The answer to what was typed arrives.
  await field.fill("Ready");
  await press(page, up, () => expect.poll(async () => JSON.stringify(await saved())).toContain("Ready"));
  await expect(buttons).toHaveText("Go onReady");
  await expect(panel).toContainText("Saved");

  // Another member's change arrives, which is shown once the press is over.
  await press(page, up, async () => {
    const { draft, revision } = (await (await page.request.get(path)).json()) as ContentDetail;
    const theirs = { draft: JSON.parse(JSON.stringify(draft).replace("Second", "Theirs")) };
    const arrived = page.waitForResponse((response) => response.url().includes("/builder") && response.ok());
    await page.request.patch(path, { data: theirs, headers: { ...headers, "If-Match": `"${revision}"` } });
    await arrived;
  });
  await expect(buttons).toHaveText("ReadyGo on");
  await expect(panel.getByRole("list", { name: "Steps" })).toContainText("Theirs");

  // Saving fails, and a notice above the steps says so.
  await page.route("**/v1/builder/**", (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await field.fill("Next");
  await press(page, up, () => page.waitForEvent("requestfailed"));
  await expect(buttons).toHaveText("Go onNext");
  await expect(panel).toContainText("Couldn’t save changes.");
});

test("keeps the panel in its place while the card of what is typed appears", async ({ server, page, serve }) => {
  const site = await serve(`<!doctype html><main><button>Save</button></main>${moduleSnippet(server.url, APP.key)}`);
  const { url, path, headers } = await createLink(page, server.url, site.url);
  const { draft, revision } = (await (await page.request.get(path)).json()) as ContentDetail;
  // Where the panel is, so that it makes room.
  const body = JSON.parse(JSON.stringify(draft).replaceAll('"centered"', '"corner"'));
  await page.request.patch(path, { data: { draft: body }, headers: { ...headers, "If-Match": `"${revision}"` } });
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(card(page)).toBeVisible();
  const leftOfPanel = async () => (await panel.boundingBox())?.x ?? 0;
  await expect.poll(leftOfPanel).toBeLessThan(100);
  await panel.getByRole("button", { name: "Use own buttons" }).click();
  await expect(card(page).locator(".acts")).toHaveText("Next");
  const places = await panel.evaluateHandle((box) => {
    const seen = new Set<number>();
    new MutationObserver(() => seen.add(Math.round(box.getBoundingClientRect().x))).observe(box, { attributes: true });
    return seen;
  });
  await panel.getByRole("textbox", { name: "Label of button 1" }).fill("Go on");
  await expect(card(page).locator(".acts")).toHaveText("Go on");
  await panel.getByRole("combobox", { name: "Action of button 1" }).selectOption("Open link");
  await panel.getByRole("textbox", { name: "URL or path" }).fill("/orders");
  await expect(panel).toContainText("Saved");
  expect(await places.evaluate((seen) => [...seen].filter((x) => x > 100))).toEqual([]);
});
