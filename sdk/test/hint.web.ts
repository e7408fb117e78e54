import type { Body } from "@fanfare/contract/content/body";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Locator, Page } from "@playwright/test";
import { card, ended, events, expect, focus, listeners, paragraph, test } from "./support/app-page.ts";

function hint(css: string, more: Partial<HintBody> = {}): HintBody {
  return {
    type: "hint",
    form: "hotspot",
    panel: { id: "p", title: "Filters", blocks: paragraph("Narrow the list by customer.") },
    target: { strategies: [{ kind: "css", value: css }] },
    placement: "auto",
    wait_ms: 2_000,
    suppression: { offered: true, days: 365 },
    ...more,
  };
}
const show = (app: Page, body: HintBody): Promise<void> => app.evaluate((it) => window.driver.show(it), body);
const mark = (app: Page): Locator => app.locator("fanfare-ui .mark");
const tip = (app: Page): Locator => app.locator("fanfare-ui .tip");
const kinds = async (app: Page): Promise<readonly string[]> => (await events(app)).map(({ kind }) => kind);
const picture = (app: Page): Promise<string> => app.evaluate(() => document.documentElement.outerHTML);

test("shows a tooltip on hover until Escape or until the pointer leaves", async ({ app }) => {
  const before = await picture(app);
  const listener_count = await listeners(app);
  await app.evaluate(() => document.querySelector("#apply")?.setAttribute("aria-describedby", " order-title  "));
  await show(app, hint("#apply", { form: "tooltip" }));
  await expect(app.locator("#apply")).toHaveAccessibleDescription(/Filters\. Narrow the list by customer\./);
  await expect(tip(app)).toBeHidden();
  await expect.poll(() => events(app)).toEqual([]);
  await app.locator("#apply").hover();
  await expect(tip(app)).toBeVisible();
  await tip(app).hover();
  await expect(tip(app)).toBeVisible();
  await app.keyboard.press("Escape");
  await expect(tip(app)).toBeHidden();
  await app.locator("h1").hover();
  await app.locator("#apply").hover();
  await expect(tip(app)).toBeVisible();
  await app.locator("h1").hover();
  await expect(tip(app)).toBeHidden();
  await expect.poll(() => events(app)).toEqual([{ kind: "step_shown", step_id: "p", index: 0 }]);
  await app.evaluate(() => window.driver.tour?.close("api"));
  expect(await ended(app)).toEqual({ kind: "ended", reason: "api", suppress: false });
  await expect.poll(() => app.locator("#apply").getAttribute("aria-describedby")).toBe(" order-title  ");
  await app.evaluate(() => document.querySelector("#apply")?.removeAttribute("aria-describedby"));
  await expect.poll(() => picture(app)).toBe(before);
  await expect.poll(() => listeners(app)).toEqual(listener_count);
});

test("shows a tooltip on focus, also in shadow trees, without taking keys", async ({ app }) => {
  await show(app, hint("", { form: "tooltip", target: { strategies: [{ kind: "text", value: "Track parcel" }] } }));
  await show(app, hint("#customer", { form: "tooltip" }));
  await app.locator("#customer").focus();
  await expect(tip(app).filter({ visible: true })).toHaveCount(1);
  await app.keyboard.type("Ada");
  for (const key of ["ArrowLeft", "Home", "Enter", "Escape"]) await app.keyboard.press(key);
  await expect(app.locator("#customer")).toHaveValue("Ada");
  await expect(tip(app).filter({ visible: true })).toHaveCount(0);
  await expect.poll(() => focus(app)).toBe("customer");
  // As exposed to assistive technology.
  const session = await app.context().newCDPSession(app);
  const described = async (expression: string): Promise<unknown> => {
    const { result } = await session.send("Runtime.evaluate", { expression });
    const { nodes } = await session.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId ?? "",
      fetchRelatives: false,
    });
    return nodes[0]?.description?.value;
  };
  await expect
    .poll(() => described("document.querySelector('#customer')"))
    .toBe("Filters. Narrow the list by customer.");
  await expect
    .poll(() => described("document.querySelector('x-parcel').shadowRoot.querySelector('button')"))
    .toBe("Filters. Narrow the list by customer.");
});

test("opens and closes a card with a named hotspot button after its target", async ({ app }) => {
  await show(app, hint("#apply"));
  await expect(mark(app)).toHaveAccessibleName("Hint: Filters");
  const size = async () => {
    const box = await mark(app).boundingBox();
    return [box?.width, box?.height];
  };
  await expect.poll(size).toEqual([24, 24]);
  await expect.poll(() => app.evaluate(() => document.activeElement?.localName)).toBe("body");
  await app.locator("#apply").focus();
  await app.keyboard.press("Tab");
  await expect.poll(() => focus(app)).toBe("Hint: Filters");
  await expect(mark(app)).toHaveAttribute("aria-expanded", "false");
  await app.keyboard.press("Enter");
  const dialog = app.getByRole("dialog", { name: "Filters" });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.getAttribute("aria-modal")).toBeNull();
  await expect(card(app).getByRole("heading")).toBeFocused();
  await expect(card(app).getByRole("heading")).toHaveAccessibleDescription("Narrow the list by customer.");
  const stops: string[] = [];
  for (let step = 0; step < 4; step++) {
    await app.keyboard.press("Tab");
    stops.push(await focus(app));
  }
  // The checkbox has no name or text of its own. The first control of the list follows the target.
  expect(stops.slice(0, 3)).toEqual(["input", "Done", "Close"]);
  expect(stops[3]).not.toMatch(/Hint|Done|Close|apply/);
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeHidden();
  await mark(app).click();
  await expect(card(app).getByRole("heading")).toBeFocused();
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeHidden();
  await expect.poll(() => focus(app)).toBe("Hint: Filters");
  await app.keyboard.press("Shift+Tab");
  await expect.poll(() => focus(app)).toBe("apply");
  await mark(app).click();
  await app.locator("h1").click();
  await expect(card(app)).toBeHidden();
  await mark(app).click();
  await card(app).getByRole("button", { name: "Done" }).click();
  expect((await ended(app)).reason).toBe("completed");
  await expect.poll(() => kinds(app)).toEqual(["step_shown", "opened", "opened", "opened", "opened", "ended"]);
});

test("opens a popover immediately with focus, unless the person is typing", async ({ app }) => {
  const act = { kind: "start", content: "welcome" } as const;
  const body = hint("#apply", {
    form: "popover",
    panel: { ...hint("").panel, button: { label: "Show me", action: act } },
    suppression: { offered: true, days: 30, snooze_hours: 24 },
  });
  await app.locator("#customer").focus();
  await show(app, body);
  await expect(card(app)).toBeVisible();
  await expect.poll(() => focus(app)).toBe("customer");
  await expect(app.locator("fanfare-ui .sr-only").first()).toHaveText("Filters. Narrow the list by customer.");
  await card(app).getByRole("button", { name: "Remind me later" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "snoozed", suppress: false, snooze: true });
  await expect.poll(() => focus(app)).toBe("customer");

  await app.evaluate(() => {
    window.driver.events.length = 0;
    document.querySelector<HTMLElement>("#open-dialog")?.focus();
  });
  await show(app, body);
  await expect(card(app).getByRole("heading")).toBeFocused();
  await card(app).getByRole("button", { name: "Show me" }).click();
  expect((await ended(app)).reason).toBe("completed");
  await expect.poll(() => kinds(app)).toEqual(["step_shown", "acted", "ended"]);
  await expect.poll(() => app.evaluate(() => window.driver.acts)).toEqual([act]);
  await expect.poll(() => focus(app)).toBe("open-dialog");

  await app.evaluate(() => {
    window.driver.events.length = 0;
  });
  await show(app, body);
  await card(app).getByLabel("Do not show again for 30 days").check();
  await app.keyboard.press("Escape");
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
});

test("hides a hint while its target is gone, and allows several hints", async ({ app }) => {
  await show(app, hint("#late", { wait_ms: 100 }));
  await show(app, hint("#new-order", { panel: { ...hint("").panel, title: "Orders" } }));
  await expect(mark(app).filter({ visible: true })).toHaveCount(1);
  await expect.poll(async () => (await kinds(app)).includes("target_missing")).toBe(true);
  const put = (there: boolean): Promise<void> =>
    app.evaluate((body) => {
      document.querySelector("#late")?.remove();
      if (!body) return;
      const late = document.createElement("button");
      late.id = "late";
      late.textContent = "Late";
      document.querySelector("#filter")?.append(late);
    }, there);
  for (const there of [true, false, true]) {
    await put(there);
    await expect(mark(app).filter({ visible: true })).toHaveCount(there ? 2 : 1);
  }
  await app.locator("#late").evaluate((late) => {
    late.style.display = "none";
  });
  await expect(mark(app).filter({ visible: true })).toHaveCount(1);
  expect((await kinds(app)).filter((kind) => kind === "step_shown")).toHaveLength(2);
  // When scrolled out of view, it isn't left floating over other content.
  await app.locator("#archive").scrollIntoViewIfNeeded();
  await show(app, hint(".tile", { target: { strategies: [{ kind: "attribute", name: "data-tour", value: "late" }] } }));
  await app.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(mark(app).filter({ visible: true })).toHaveCount(1);
});

test("keeps a hint in a modal dialog usable, with its own Escape", async ({ app }) => {
  await show(app, hint("#pack"));
  await app.locator("#open-dialog").click();
  await mark(app).click();
  await expect(card(app)).toBeVisible();
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeHidden();
  await expect(app.locator("dialog#order")).toBeVisible();
  await app.locator("#close-dialog").click();
  await expect(mark(app)).toBeHidden();
});

test("applies texts in place, and reopens for another form or target", async ({ app }) => {
  const body = hint("#apply");
  await show(app, body);
  await mark(app).click();
  await card(app).getByRole("checkbox").check();
  const update = (next: HintBody): Promise<void> =>
    app.evaluate((it) => window.driver.tour?.update(window.driver.editionOf(it)), next);
  await update({ ...body, panel: { ...body.panel, title: "Better" } });
  await expect(card(app).getByRole("heading")).toHaveText("Better");
  await expect(card(app).getByRole("checkbox")).toBeChecked();
  await update({ ...body, form: "tooltip" });
  await expect(mark(app)).toHaveCount(0);
  await app.locator("#apply").hover();
  await expect(tip(app)).toBeVisible();
  await expect.poll(() => kinds(app)).toEqual(["step_shown", "opened"]);
});

test("doesn't pulse with reduced motion or for more than 5 seconds", async ({ app }) => {
  await show(app, hint("#apply"));
  const pulses = () =>
    mark(app).evaluate((it) =>
      it.getAnimations({ subtree: true }).map(({ effect }) => Number(effect?.getComputedTiming().activeDuration)),
    );
  await mark(app).waitFor();
  // Checked only once: on a slow machine, the pulse may be over by the second time.
  expect((await pulses()).map((lasts_ms) => lasts_ms > 0 && lasts_ms < 5_000)).toEqual([true]);
  await app.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(() => pulses()).toEqual([]);
});

test("places a mark below everything else, and its open card above", async ({ app }) => {
  await app.evaluate(() => {
    const under = document.createElement("button");
    under.id = "under";
    under.textContent = "Under";
    under.style.cssText = "position:fixed;right:150px;bottom:60px";
    document.body.append(under);
  });
  const checklist: Body = {
    ...{ type: "checklist", title: "First steps", blocks: [], opens: "open" },
    tasks: ["Check", "Answer"].map((title) => ({
      id: title,
      title,
      blocks: [],
      done_when: { kind: "person" } as const,
    })),
    suppression: { offered: true, days: 365 },
  };
  const modal: Body = {
    ...{ type: "announcement", form: "modal", panels: [hint("").panel], tone: "info", feed: false },
    suppression: { offered: false, days: 365 },
  };
  /** The element that a click in the middle of the mark would hit. */
  const onTop = (): Promise<string | undefined> =>
    app.evaluate(() => {
      const hosts = [...document.querySelectorAll("fanfare-ui")];
      const box = hosts
        .map((each) => each.shadowRoot?.querySelector(".mark"))
        .find((each) => each)
        ?.getBoundingClientRect();
      if (box === undefined) return "no mark";
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return document.elementFromPoint(x, y)?.shadowRoot?.elementFromPoint(x, y)?.closest(".mark,.card,.modal,.dim")
        ?.className;
    });
  const checkbox = app.getByRole("checkbox", { name: "Check" });
  await app.evaluate((it) => window.driver.show(it), checklist);
  await checkbox.focus();
  await show(app, hint("#under"));
  await mark(app).waitFor();
  await expect.poll(() => onTop()).toBe("card");
  // Raising the checklist above the mark keeps focus without a new focus event.
  await expect(checkbox).toBeFocused();

  await mark(app).press("Enter");
  await expect(app.getByRole("dialog", { name: "Filters" }).getByRole("heading")).toBeFocused();
  expect(
    await app.evaluate(() => {
      const hosts = [...document.querySelectorAll("fanfare-ui")];
      const card = hosts.map((each) => each.shadowRoot?.querySelector("[role=dialog]")).find((each) => each);
      const { x = 0, y = 0, width = 0, height = 0 } = card?.getBoundingClientRect() ?? {};
      const host = document.elementFromPoint(x + width / 2, y + height / 2);
      return host?.shadowRoot?.contains(card ?? null);
    }),
  ).toBe(true);
  await app.keyboard.press("Escape");
  await expect.poll(() => onTop()).toBe("card");

  // A modal dialog stays above a mark that appears while it's open. Afterward, the mark is accessible again.
  await app.evaluate(() => document.querySelector<HTMLElement>("#under")?.style.setProperty("display", "none"));
  await expect(mark(app)).toBeHidden();
  await app.evaluate((it) => window.driver.show(it), modal);
  await app.locator("fanfare-ui dialog").waitFor();
  await app.evaluate(() => document.querySelector<HTMLElement>("#under")?.style.setProperty("display", ""));
  await expect(mark(app)).toBeVisible();
  await expect.poll(() => onTop()).toBe("modal");
  await app.keyboard.press("Escape");
  await expect(app.locator("fanfare-ui dialog")).toHaveCount(0);
  await expect.poll(onTop).toBe("card");
});
