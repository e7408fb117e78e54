import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { closeGreeting, signIn } from "./support/console.ts";
import { card, expect, next, stepTitle, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const CONTENTS: ContentFile = {
  contents: [
    {
      slug: "around",
      name: "Around the dashboard",
      edition: {
        body: {
          type: "tour",
          steps: [{ id: "draft", kind: "centered", title: "Draft", blocks: [] }],
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: [], exclude: [] } },
        trigger: { kind: "manual" },
        frequency: { mode: "always" },
        priority: 0,
        tags: [],
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

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
async function openBuilder(page: Page, url: string, { act }: Author) {
  await act(page.getByRole("button", { name: "Edit on your page" }).click());
  const dialog = page.getByRole("dialog", { name: "Edit on your page" });
  await act(dialog.getByRole("textbox", { name: "Page URL" }).fill(url));
  const opening = page.context().waitForEvent("page");
  await act(dialog.getByRole("button", { name: "Open page" }).click());
  const shop = await opening;
  const panel = shop.getByRole("region", { name: "Around the dashboard" });
  await expect(panel).toContainText("Saved");
  return { shop, panel, steps: panel.getByRole("list", { name: "Steps" }) };
}

/** Starts the published tour as a visitor does, and returns the titles of its steps. */
async function visit(shop: Page, advance: (title: string) => Promise<unknown>): Promise<readonly string[]> {
  await shop.waitForFunction(() => "fanfare" in window);
  await shop.evaluate(() => (Reflect.get(window, "fanfare") as { start(slug: string): unknown }).start("around"));
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
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Around the dashboard" }).click();
  const author = countActions();
  const { act } = author;
  const started = Date.now();
  const { shop, panel, steps } = await openBuilder(page, site.url, author);
  await act(panel.getByRole("button", { name: "Record" }).click());
  const bar = shop.getByRole("region", { name: "Record" });
  for (const [index, [role, name]] of ELEMENTS.entries()) {
    await act(shop.getByRole(role, { name }).click());
    await expect(bar).toContainText(`Step ${index + 2}: `);
  }
  await shop.screenshot({ path: info.outputPath("recording.png") });
  await act(bar.getByRole("button", { name: "Stop recording" }).click());
  await expect(steps.getByRole("listitem")).toHaveCount(STEPS + 1);
  await act(steps.getByRole("button", { name: "Draft", exact: false }).first().click());
  await act(panel.getByRole("button", { name: "Delete “Draft”" }).click());
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
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Around the dashboard" }).click();
  const author = countActions();
  const { act } = author;
  const started = Date.now();
  const { shop, panel, steps } = await openBuilder(page, site.url, author);
  for (const [role, name] of ELEMENTS) {
    await act(panel.getByRole("button", { name: "Add step by picking an element" }).click());
    await expect(shop.getByRole("region", { name: "Pick element" })).toBeVisible();
    await act(shop.getByRole(role, { name }).click());
    await expect(panel.getByText(`Found: ${role} “${name}`)).toBeVisible();
    await act(panel.getByRole("textbox", { name: "Title" }).fill(`About ${name}`));
  }
  await expect(panel).toContainText("Saved");
  await shop.screenshot({ path: info.outputPath("picked.png") });
  await act(steps.getByRole("button", { name: "Draft", exact: false }).first().click());
  await act(panel.getByRole("button", { name: "Delete “Draft”" }).click());
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
