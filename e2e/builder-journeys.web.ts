import type { Page, TestDetails, TestInfo } from "@playwright/test";
import { storedEvents } from "../sdk/test/support/host-page.ts";
import { AROUND, type Author, openBuilder, openEditor, panelOf, startAround } from "./support/builder.ts";
import { card, expect, next, spotlightOn, stepTitle, test } from "./support/fixtures.ts";
import { DAILY, NIGHTLY } from "./support/nightly.ts";
import { routeOtherSites, type Theme } from "./support/third-party-page.ts";

test.use({ serverOptions: { demo: false, contents: AROUND } });

/** Each press, and each text, is one action. */
interface CountedAuthor extends Author {
  readonly actions: () => number;
  /** How long a person takes, without the time that the machine takes to respond. */
  readonly seconds: () => number;
}

/**
 * Operators of the keystroke-level model (Card, Moran, Newell 1983), in seconds: to think, to point at something, to press
 * and release the button, to move the hand to the keyboard or back, and a key of an average typist without skill in it.
 */
const THINK_S = 1.35;
const POINT_S = 1.1;
const PRESS_S = 0.2;
const HAND_S = 0.4;
const KEY_S = 0.28;

function countActions(): CountedAuthor {
  let actions = 0;
  let seconds = 0;
  const act = (takes_s: number): void => {
    actions++;
    seconds += takes_s;
  };
  return {
    actions: () => actions,
    seconds: () => Math.round(seconds),
    async press(control) {
      act(THINK_S + POINT_S + PRESS_S);
      await control.click();
    },
    async write(field, text) {
      act(THINK_S + POINT_S + PRESS_S + HAND_S + KEY_S * text.length + HAND_S);
      await field.fill(text);
    },
  };
}

interface Site {
  readonly theme: Theme;
  /** What stays on the page when it's pressed. */
  readonly elements: readonly (readonly [role: "link" | "button", name: string])[];
  /** By day, a tour is recorded on one site and picked on the other. */
  readonly recorded: TestDetails;
  readonly picked: TestDetails;
}

const SITES: readonly Site[] = [
  {
    theme: "startbootstrap-sb-admin-2",
    recorded: DAILY,
    picked: NIGHTLY,
    elements: [
      ["link", "Components"],
      ["link", "Utilities"],
      ["link", "Pages"],
      ["link", "Generate Report"],
      ["button", "Douglas McGee"],
    ],
  },
  {
    theme: "admin-lte/dist",
    recorded: NIGHTLY,
    picked: DAILY,
    elements: [
      ["link", "Widgets"],
      ["link", "UI Elements"],
      ["link", "Mailbox"],
      ["link", "Forms"],
      ["link", "Tables"],
    ],
  },
];

const STEPS = 5;
const ACTIONS_MAX = 25;
const RECORD_S_MAX = 90;
const PICK_S_MAX = 240;

/** From the editor in the console to the builder on the page. */
async function enterBuilder(page: Page, url: string, author: Author) {
  await routeOtherSites(page.context());
  const shop = await openBuilder(page, url, author);
  const panel = panelOf(shop);
  await expect(panel).toContainText("Saved");
  return { shop, panel, steps: panel.getByRole("list", { name: "Steps" }) };
}

/** Removes the first step, and publishes the others. */
async function publish({ panel, steps }: Awaited<ReturnType<typeof enterBuilder>>, { press }: Author): Promise<void> {
  await expect(steps.getByRole("listitem")).toHaveCount(STEPS + 1);
  await press(steps.getByRole("button", { name: "Hello", exact: false }).first());
  await press(panel.getByRole("button", { name: "Delete “Hello”" }));
  await press(panel.getByRole("button", { name: "Publish changes" }));
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Published", exact: true })).toBeDisabled();
}

/** What a run of the test shows, with the time that the machine took. */
function report({ annotations }: TestInfo, author: CountedAuthor, started_ms: number): void {
  const machine_s = Math.round((Date.now() - started_ms) / 1_000);
  const text = `${author.actions()} actions, ${author.seconds()} s of a person, ${machine_s} s of the machine`;
  annotations.push({ type: "journey", description: text });
}

/** Starts the published tour as a visitor does, and returns the titles of its steps. */
async function visit(shop: Page): Promise<readonly string[]> {
  await startAround(shop);
  const titles: string[] = [];
  await expect(card(shop)).toBeVisible();
  while ((await card(shop).count()) > 0 && titles.length < STEPS + 1) {
    const title = (await stepTitle(shop).textContent()) ?? "";
    titles.push(title);
    await next(shop);
    await expect(card(shop).getByRole("heading", { name: title, exact: true })).toHaveCount(0);
  }
  return titles;
}

for (const { theme, elements, recorded, picked } of SITES) {
  test(
    `records and publishes a tour of five steps on ${theme} in at most 25 actions and 90 s`,
    recorded,
    async ({ server, page }, info) => {
      const site = await openEditor(page, server, theme);
      const author = countActions();
      const started_ms = Date.now();
      const builder = await enterBuilder(page, site.url, author);
      const { shop, panel } = builder;
      await author.press(panel.getByRole("button", { name: "Record" }));
      const bar = shop.getByRole("region", { name: "Record" });
      await expect(bar).toBeVisible();
      for (const [index, [role, name]] of elements.entries()) {
        await author.press(shop.getByRole(role, { name }));
        await expect(bar).toContainText(`Step ${index + 2}: `);
      }
      await shop.screenshot({ path: info.outputPath("recording.png") });
      await author.press(bar.getByRole("button", { name: "Stop recording" }));
      await publish(builder, author);
      report(info, author, started_ms);
      await shop.screenshot({ path: info.outputPath("published.png") });
      expect(author.actions()).toBeLessThanOrEqual(ACTIONS_MAX);
      expect(author.seconds()).toBeLessThanOrEqual(RECORD_S_MAX);
      await site.stop();
    },
  );

  test(
    `picks and publishes a tour of five steps on ${theme} within 4 minutes, which visitors complete`,
    picked,
    async ({ server, page }, info) => {
      const site = await openEditor(page, server, theme);
      const author = countActions();
      const started_ms = Date.now();
      const builder = await enterBuilder(page, site.url, author);
      const { shop, panel } = builder;
      for (const [role, name] of elements) {
        await author.press(panel.getByRole("button", { name: "Add step by picking an element" }));
        await expect(shop.getByRole("region", { name: "Pick element" })).toBeVisible();
        await author.press(shop.getByRole(role, { name }));
        await expect(panel.getByText(`Found: ${role} “${name}`)).toBeVisible();
        await author.write(panel.getByRole("textbox", { name: "Title" }), `About ${name}`);
      }
      await expect(panel).toContainText("Saved");
      await shop.screenshot({ path: info.outputPath("picked.png") });
      await publish(builder, author);
      report(info, author, started_ms);
      expect(author.actions()).toBeLessThanOrEqual(ACTIONS_MAX);
      expect(author.seconds()).toBeLessThanOrEqual(PICK_S_MAX);
      await panel.getByRole("button", { name: "Leave" }).click();
      await expect(panel).toHaveCount(0);
      await shop.reload();
      expect(await visit(shop)).toEqual(elements.map(([, name]) => `About ${name}`));
      await site.stop();
    },
  );
}

test("builds on Swagger UI, a React app, what visitors see", async ({ server, page }) => {
  const site = await openEditor(page, server, "swagger-ui-dist");
  const { shop, panel } = await enterBuilder(page, site.url, countActions());
  const operation = shop.getByRole("button", { name: "POST /pet Add a new pet" });
  await panel.getByRole("button", { name: "Pick element", exact: true }).click();
  await expect(shop.getByRole("region", { name: "Pick element" })).toBeVisible();
  await operation.click();
  await expect(panel.getByText(/Found: button “.*Add a new pet/)).toBeVisible();
  // The press that picked it didn't open it.
  await expect(operation).toHaveAttribute("aria-expanded", "false");
  await panel.getByRole("textbox", { name: "Title" }).fill("Add pets");
  await expect(card(shop).getByRole("heading")).toHaveText("Add pets");
  await panel.getByRole("button", { name: "Publish changes" }).click();
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await panel.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toHaveCount(0);
  await shop.reload();
  await expect(operation).toBeVisible();
  await startAround(shop);
  await expect.poll(() => spotlightOn(shop, operation)).toBe(true);
  await expect(stepTitle(shop)).toHaveText("Add pets");
  await site.stop();
});

test("records a way over a full load of TodoMVC, which visitors complete by doing the same", async ({
  server,
  page,
}) => {
  const site = await openEditor(page, server, "todomvc/examples/vanillajs");
  const { shop, panel, steps } = await enterBuilder(page, site.url, countActions());
  const sent: string[] = [];
  shop.on("request", (request) => sent.push(request.postData() ?? ""));
  const field = shop.getByRole("textbox", { name: "What needs to be done?" });
  // Without an entry, there are no links.
  await field.fill("Buy milk");
  await field.press("Enter");
  const follow = (name: string) => [name, () => shop.getByRole("link", { name, exact: true }).click()] as const;
  const write = ["What needs to be done?", () => field.pressSequentially("my secret")] as const;
  const [completed, active, all] = [follow("Completed"), follow("Active"), follow("All")];
  const acts = [completed, write, active, completed, write, all, active];
  /** After it, the page is loaded again. */
  const BEFORE_LOAD = 3;
  await panel.getByRole("button", { name: "Record" }).click();
  const bar = shop.getByRole("region", { name: "Record" });
  await expect(bar).toBeVisible();
  for (const [index, [title, act]] of acts.entries()) {
    await act();
    await expect(bar).toContainText(`Step ${index + 2}: ${title}`);
    if (index === BEFORE_LOAD) await shop.reload();
    await expect(bar).toBeVisible();
  }
  await bar.getByRole("button", { name: "Stop recording" }).click();
  await expect(steps.getByRole("listitem")).toHaveCount(acts.length + 1);
  await steps.getByRole("button", { name: "Hello" }).first().click();
  await panel.getByRole("button", { name: "Delete “Hello”" }).click();
  await panel.getByRole("button", { name: "Publish changes" }).click();
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await panel.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toHaveCount(0);

  await shop.reload();
  await startAround(shop);
  for (const [index, [title, act]] of acts.entries()) {
    await expect(stepTitle(shop)).toHaveText(title);
    await act();
    if (index !== BEFORE_LOAD) continue;
    await expect(stepTitle(shop)).toHaveText(acts[index + 1]?.[0] ?? "");
    await shop.reload();
  }
  await expect(card(shop)).toHaveCount(0);
  await expect.poll(async () => (await storedEvents(server.data_dir))["tour_completed"]).toBe(1);
  expect(sent.join("\n")).not.toContain("secret");
  await site.stop();
});
