import type { Page } from "@playwright/test";
import { AROUND, openBuilder, openEditor, panelOf, startAround } from "./support/builder.ts";
import { card, expect, next, stepTitle, test } from "./support/fixtures.ts";

test.use({ serverOptions: { demo: false, contents: AROUND } });

/** What an author does: each press, and each text, counts once. */
interface Author {
  readonly actions: () => number;
  readonly act: (does: Promise<unknown>) => Promise<void>;
}

function countActions(): Author {
  let actions = 0;
  return {
    actions: () => actions,
    async act(does) {
      actions++;
      await does;
    },
  };
}

/** From the editor in the console to the builder on the page. */
async function enterBuilder(page: Page, url: string, { act }: Author) {
  const shop = await openBuilder(page, url, act);
  const panel = panelOf(shop);
  await expect(panel).toContainText("Saved");
  return { shop, panel, steps: panel.getByRole("list", { name: "Steps" }) };
}

/** Starts the published tour as a visitor does, and returns the titles of its steps. */
async function visit(shop: Page, advance: (title: string) => Promise<unknown>): Promise<readonly string[]> {
  await startAround(shop);
  const titles: string[] = [];
  await expect(card(shop)).toBeVisible();
  while ((await card(shop).count()) > 0 && titles.length < STEPS + 1) {
    const title = (await stepTitle(shop).textContent()) ?? "";
    titles.push(title);
    await advance(title);
    await expect(card(shop).getByRole("heading", { name: title, exact: true })).toHaveCount(0);
  }
  return titles;
}

const STEPS = 5;
const ACTIONS_MAX = 25;
/** What stays on the page when it's pressed. */
const ELEMENTS = [
  ["link", "Components"],
  ["link", "Utilities"],
  ["link", "Pages"],
  ["link", "Generate Report"],
  ["button", "Douglas McGee"],
] as const;

test("records and publishes a tour of five steps in at most 25 actions", async ({ server, page }, info) => {
  const site = await openEditor(page, server);
  const author = countActions();
  const { act } = author;
  const started = Date.now();
  const { shop, panel, steps } = await enterBuilder(page, site.url, author);
  await act(panel.getByRole("button", { name: "Record" }).click());
  const bar = shop.getByRole("region", { name: "Record" });
  await expect(bar).toBeVisible();
  for (const [index, [role, name]] of ELEMENTS.entries()) {
    await act(shop.getByRole(role, { name }).click());
    await expect(bar).toContainText(`Step ${index + 2}: `);
  }
  await shop.screenshot({ path: info.outputPath("recording.png") });
  await act(bar.getByRole("button", { name: "Stop recording" }).click());
  await expect(steps.getByRole("listitem")).toHaveCount(STEPS + 1);
  await act(steps.getByRole("button", { name: "Hello", exact: false }).first().click());
  await act(panel.getByRole("button", { name: "Delete “Hello”" }).click());
  await act(panel.getByRole("button", { name: "Publish changes" }).click());
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Published", exact: true })).toBeDisabled();
  info.annotations.push({ type: "seconds", description: String((Date.now() - started) / 1000) });
  info.annotations.push({ type: "actions", description: String(author.actions()) });
  await shop.screenshot({ path: info.outputPath("published.png") });
  expect(author.actions()).toBeLessThanOrEqual(ACTIONS_MAX);
  await site.stop();
});

test("picks and publishes a tour of five steps, which visitors complete", async ({ server, page }, info) => {
  const site = await openEditor(page, server);
  const author = countActions();
  const { act } = author;
  const started = Date.now();
  const { shop, panel, steps } = await enterBuilder(page, site.url, author);
  for (const [role, name] of ELEMENTS) {
    await act(panel.getByRole("button", { name: "Add step by picking an element" }).click());
    await expect(shop.getByRole("region", { name: "Pick element" })).toBeVisible();
    await act(shop.getByRole(role, { name }).click());
    await expect(panel.getByText(`Found: ${role} “${name}`)).toBeVisible();
    await act(panel.getByRole("textbox", { name: "Title" }).fill(`About ${name}`));
  }
  await expect(panel).toContainText("Saved");
  await shop.screenshot({ path: info.outputPath("picked.png") });
  await act(steps.getByRole("button", { name: "Hello", exact: false }).first().click());
  await act(panel.getByRole("button", { name: "Delete “Hello”" }).click());
  await act(panel.getByRole("button", { name: "Publish changes" }).click());
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Published", exact: true })).toBeDisabled();
  info.annotations.push({ type: "seconds", description: String((Date.now() - started) / 1000) });
  info.annotations.push({ type: "actions", description: String(author.actions()) });
  expect(author.actions()).toBeLessThanOrEqual(ACTIONS_MAX);
  await panel.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toHaveCount(0);
  await shop.reload();
  expect(await visit(shop, () => next(shop))).toEqual(ELEMENTS.map(([, name]) => `About ${name}`));
  await site.stop();
});
