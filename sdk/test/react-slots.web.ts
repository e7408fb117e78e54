import type { SuppressionOptions } from "@fanfare/contract/content/dismissal";
import type { Step } from "@fanfare/contract/content/tour";
import type { Page } from "@playwright/test";
import type { Slots } from "./fixtures/slots.tsx";
import {
  anchored,
  boxesOf,
  card,
  centered,
  ended,
  events,
  expect,
  focus,
  listeners,
  test as playerTest,
} from "./support/app-page.ts";
import { audit } from "./support/axe-audit.ts";
import { serveFixtures } from "./support/fixture-server.ts";

declare global {
  interface Window {
    slots: Slots;
  }
}

const test = playerTest.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const site = await serveFixtures("slots.tsx");
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});
const SUPPRESSION = { offered: true, days: 365, snooze_hours: 24 };
async function open(app: Page, steps: readonly Step[], suppression: SuppressionOptions = SUPPRESSION): Promise<void> {
  await app.waitForFunction(() => window.driver.actions.has("#step"));
  // Cards rendered by the page may lack a close button, so Escape always closes them.
  await app.evaluate(
    ([list, offer]) => window.driver.show({ type: "tour", steps: list, suppression: offer, escape: "stays" }),
    [steps, suppression] as const,
  );
}
const own = (app: Page) => app.locator("fanfare-ui > div .own-card");
const press = (app: Page, name: string) => own(app).getByRole("button", { name }).click();
const set = (app: Page, next: Parameters<Slots["set"]>[0]) => app.evaluate((it) => window.slots.set(it), next);
const heading = (app: Page, name: string) => expect(own(app).getByRole("heading", { name })).toBeVisible();
const box = async (app: Page, selector: string) => {
  const found = await app.locator(selector).boundingBox();
  if (found === null) throw new Error(`${selector} has no box.`);
  return found;
};

test.describe("steps that the page renders", () => {
  test("use the page's own styles in the dialog that Fanfare names and places", async ({ app }) => {
    await app.locator("#open-dialog").focus();
    const before = await app.evaluate(() => document.documentElement.outerHTML);
    const listener_count = await listeners(app);
    await open(app, [
      anchored("a", "#apply", { placement: "end" }),
      centered("b", { blocks: [{ kind: "list", ordered: true, items: [[]] }] }),
    ]);
    await heading(app, "Title a");
    const dialog = app.getByRole("dialog", { name: "Title a" });
    await expect(dialog).toBeFocused();
    await expect(dialog).toHaveAccessibleDescription("Step 1 of 2 Text of a.");
    await expect.poll(() => dialog.getAttribute("aria-modal")).toBeNull();
    const fonts = await app.evaluate(() =>
      [".own-card", "body"].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).font;
      }),
    );
    expect(fonts[0]).toBe(fonts[1]);

    // Next to its target, on the screen, and with the arrow position.
    await expect(own(app)).toHaveAttribute("data-edge", "left");
    const gap = async () => {
      const [mine, target] = await boxesOf(app, ".own-card", "#apply");
      return (mine?.x ?? 0) - (target?.right ?? 0);
    };
    await expect.poll(async () => (await gap()) > 0 && (await gap()) < 30).toBe(true);
    await expect(app.locator(".ring:not([hidden])")).toHaveCount(1);

    await press(app, "Next");
    await heading(app, "Title b");
    await expect(own(app)).toHaveAttribute("data-edge", "none");
    await expect(own(app).getByRole("listitem")).toHaveCount(1);
    await expect(app.getByRole("dialog", { name: "Title b" })).toBeFocused();
    await press(app, "Done");
    expect((await ended(app)).reason).toBe("completed");
    await expect.poll(() => focus(app)).toBe("open-dialog");
    await expect(app.locator("fanfare-ui,.own-card")).toHaveCount(0);
    await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
    await expect.poll(() => listeners(app)).toEqual(listener_count);
    // The page receives no events from clicks in the card.
    await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual([]);
  });

  test("cycle Tab between card and target, leave keys to fields, and end on Escape", async ({ app }) => {
    await open(app, [anchored("a", "#apply"), centered("b")], { ...SUPPRESSION, offered: false });
    await heading(app, "Title a");
    const seen: string[] = [];
    for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
      await app.keyboard.press(key);
      seen.push(
        await app.evaluate(() => document.activeElement?.className || document.activeElement?.textContent || ""),
      );
    }
    const round = ["note", "Remind me later", "Next", "Close", "Apply"];
    expect(seen).toEqual([...round, "note", "Apply", "Close"]);
    await own(app).locator(".note").fill("Ada");
    for (const key of ["ArrowLeft", "x", "Enter", "ArrowRight"]) await app.keyboard.press(key);
    await expect(own(app).locator(".note")).toHaveValue("Adxa");
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
  });

  test("report the selected options and keep focus with a typing person", async ({ app }) => {
    await app.locator("#search").focus();
    const steps = [centered("a", { buttons: [{ label: "Less", action: { kind: "next" } }] }), centered("b")];
    await open(app, steps, { ...SUPPRESSION, every_step: true });
    await heading(app, "Title a");
    await expect.poll(() => focus(app)).toBe("search");
    await press(app, "Less");
    await heading(app, "Title b");
    await own(app).getByRole("checkbox").check();
    await expect(own(app).getByRole("button", { name: "Remind me later" })).toHaveCount(0);
    await press(app, "Close");
    expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
  });

  test("align with the edge of a narrow screen and scroll when too tall", async ({ app }) => {
    await app.setViewportSize({ width: 320, height: 256 });
    await open(app, [centered("a", { blocks: Array.from({ length: 12 }, () => paragraphOf("Some words.")) })]);
    await heading(app, "Title a");
    await expect(app.locator("fanfare-ui .card.sheet.tall")).toBeVisible();
    // It slides up from the bottom.
    await expect
      .poll(async () => {
        const { x, y, width, height } = await box(app, "fanfare-ui .card");
        return [x, x + width, Math.round(y + height), y >= 0];
      })
      .toEqual([0, 320, 256, true]);
    await press(app, "Done");
    expect((await ended(app)).reason).toBe("completed");
  });

  test("fall back to Fanfare's card when the slot is gone, throws, or declines", async ({ app }) => {
    await open(app, [centered("a"), centered("b"), centered("c")]);
    await heading(app, "Title a");
    await app.keyboard.press("Tab");
    await set(app, { there: false });
    await expect(own(app)).toHaveCount(0);
    await expect(card(app).getByRole("heading", { name: "Title a" })).toBeFocused();
    await expect(app.getByRole("dialog", { name: "Title a" })).toBeVisible();
    await set(app, { there: true });
    // Of either card: the slot may render this step again.
    await app.getByRole("dialog", { name: "Title a" }).getByRole("button", { name: "Next" }).click();
    await heading(app, "Title b");
    await set(app, { only: "Title b" });
    await press(app, "Next");
    await expect(card(app).getByRole("heading", { name: "Title c" })).toBeVisible();
    await expect(own(app)).toHaveCount(0);
    await card(app).getByRole("button", { name: "Back" }).click();
    await heading(app, "Title b");
    await set(app, { broken: true, only: undefined });
    await expect(card(app).getByRole("heading", { name: "Title b" })).toBeVisible();
    await card(app).getByRole("button", { name: "Next" }).click();
    await expect(card(app).getByRole("heading", { name: "Title c" })).toBeFocused();
    await app.evaluate(() => window.slots.unmount());
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
    await expect.poll(async () => (await events(app)).filter(({ kind }) => kind === "step_completed")).toHaveLength(4);
  });
});

test.describe("axe for a card that the page renders", () => {
  test.use({ bypassCSP: true, reducedMotion: "reduce" });
  test("finds nothing beside the target or in the center", async ({ app }) => {
    await open(app, [anchored("a", "#apply"), centered("b")]);
    await heading(app, "Title a");
    expect((await audit(app)).violations).toEqual([]);
    await press(app, "Next");
    await heading(app, "Title b");
    expect((await audit(app)).violations).toEqual([]);
  });
});

function paragraphOf(text: string): Step["blocks"][number] {
  return { kind: "paragraph", spans: [{ text }] };
}
