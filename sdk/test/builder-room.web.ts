import type { Locator, Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { anchored } from "./support/app-page.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, type Serve, test } from "./support/host-test.ts";

test.use({
  serverOptions: { demo: false, contents: createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } }) },
});

const LOST = createTour({
  ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
  body: {
    type: "tour",
    suppression: { offered: false, days: 30 },
    steps: [
      { id: "here", kind: "centered", title: "Here", blocks: [] },
      { ...anchored("lost", "", { target: { strategies: [{ kind: "test_id", value: "nowhere" }] } }), title: "Lost" },
    ],
  },
});
const PHONE = { width: 320, height: 640 };

async function openBuilder(page: Page, server_url: string, serve: Serve): Promise<Locator> {
  const head = '<meta name="viewport" content="width=device-width">';
  const site = await serve(head + moduleSnippet(server_url, APP.key));
  await page.goto((await createLink(page, server_url, site.url)).url);
  await expect(card(page)).toBeVisible();
  return page.getByRole("region", { name: "Welcome" });
}

/** Waits until a part of the builder covers nothing of the card. */
async function expectOffCard(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    const [one, other] = await Promise.all([part.boundingBox(), card(page).boundingBox()]);
    if (one === null || other === null) throw new Error("One of them isn't visible.");
    const is_beside = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1;
    const is_above = one.y + one.height <= other.y + 1 || other.y + other.height <= one.y + 1;
    expect(is_beside || is_above).toBe(true);
  }).toPass();
}

for (const dir of ["ltr", "rtl"]) {
  test(`leaves 220 px for the fields beside the card on a ${dir} phone of 320 px`, async ({ server, page, serve }) => {
    await page.setViewportSize(PHONE);
    const panel = await openBuilder(page, server.url, serve);
    await page.evaluate((to) => {
      document.documentElement.dir = to;
    }, dir);
    await expectOffCard(page, panel);
    const roomForFields = () => panel.evaluate((box) => box.querySelector(".scroll")?.clientHeight);
    await expect.poll(roomForFields).toBeGreaterThanOrEqual(220);
    // The controls are in the row of the name, and leave room for it.
    const name = await panel.getByRole("heading", { name: "Welcome" }).boundingBox();
    const undo = await panel.getByRole("button", { name: "Undo" }).boundingBox();
    expect(name?.width).toBeGreaterThan(90);
    expect(undo?.y).toBeLessThanOrEqual(name?.y ?? 0);
  });
}

test("moves off the card when the window gets as narrow as a phone", async ({ server, page, serve }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const panel = await openBuilder(page, server.url, serve);
  await expectOffCard(page, panel);
  await page.setViewportSize(PHONE);
  await expectOffCard(page, panel);
});

test("keeps the bar of a playing draft off the card on a phone", async ({ server, page, serve }) => {
  await page.setViewportSize(PHONE);
  const panel = await openBuilder(page, server.url, serve);
  await panel.getByRole("button", { name: "Play", exact: true }).click();
  await expect(panel).toBeHidden();
  const bar = page.getByRole("region", { name: "Play" });
  await expect(bar).toContainText("Would be");
  await expectOffCard(page, bar);
  await expect(card(page).getByRole("button", { name: "Next" })).toBeInViewport({ ratio: 1 });
});

test.describe("a step whose element isn't on the page", () => {
  test.use({ serverOptions: { demo: false, contents: LOST } });

  test("says at once that its element is sought, until its card appears", async ({ server, page, serve }) => {
    await page.setViewportSize(PHONE);
    const panel = await openBuilder(page, server.url, serve);
    await expectOffCard(page, panel);
    // In the same task as the press.
    const overlap = await panel.getByRole("button", { name: "2 Lost" }).evaluate((step: HTMLElement) => {
      const root = step.getRootNode() as ShadowRoot;
      step.click();
      const note = [...root.querySelectorAll("p")].find((each) => each.textContent === "Looking for the element…");
      const box = root.querySelector(".panel")?.getBoundingClientRect();
      const { top, bottom } = note?.getBoundingClientRect() ?? { top: NaN, bottom: NaN };
      return box && Math.min(bottom, box.bottom) - Math.max(top, box.top);
    });
    expect(overlap).toBeLessThanOrEqual(0);
    await expect(card(page).getByRole("heading")).toHaveText("Lost");
    await expect(page.locator("fanfare-ui .tag", { hasText: "Looking" })).toHaveCount(0);
  });
});

test.describe("on a touch screen without a mouse", () => {
  test.use({
    ...{ hasTouch: true, isMobile: true },
    serverOptions: {
      demo: false,
      contents: createTour({
        ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
        body: {
          ...{ type: "tour", suppression: { offered: false, days: 30 } },
          steps: [{ ...anchored("here", "#here"), title: "Here" }],
        },
      }),
    },
  });

  test("names no keys for picking", async ({ server, page, serve }) => {
    await page.setViewportSize(PHONE);
    const panel = await openBuilder(page, server.url, serve);
    await panel.getByRole("button", { name: "Pick another", exact: true }).tap();
    const bar = page.getByRole("region", { name: "Pick element" });
    await expect(bar.getByRole("paragraph")).toHaveText("Select an element on the page.");
    await expect(bar.getByRole("button", { name: "Choose from list" })).toBeInViewport({ ratio: 1 });
  });
});
