import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import type { ActionButton } from "@fanfare/contract/content/panel";
import type { StepButton } from "@fanfare/contract/content/tour";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness } from "../../../test/support/guide-harness.ts";
// Preload the lazy modules, so that they're ready within a test's promise turns.
import "./button-actions.ts";
import "./run-action.ts";
import "./wrapped-player.ts";

const suppression = { offered: false, days: 30 };
const tour = (...buttons: readonly StepButton[]): Body => ({
  type: "tour",
  steps: [
    { kind: "centered", id: "one", title: "One", blocks: [], buttons },
    { kind: "centered", id: "two", title: "Two", blocks: [] },
  ],
  suppression,
});
const announcement = (button: ActionButton): Body => ({
  type: "announcement",
  form: "modal",
  tone: "info",
  panels: [{ id: "one", title: "One", blocks: [], button }],
  suppression,
});

async function show(body: Body) {
  const page = createGuideHarness(
    boot({ decisions: [decision("welcome", { button_actions: true, edition: { ...edition(), body } })] }),
  );
  await page.reevaluate();
  /** Presses a button as a tour does: with the action that it received. */
  const press = async (index = 0): Promise<void> => {
    const { options } = page.last();
    const { body: shown } = options.edition;
    const action = shown.type === "tour" ? shown.steps[0]?.buttons?.[index]?.action : undefined;
    if (action?.kind !== "host") throw new Error("The button isn't routed.");
    options.act(action);
    await flushPromises();
  };
  return { ...page, press };
}

test("runs a button's actions in order before its own, even if one fails", async () => {
  const page = await show(
    tour({
      label: "Go",
      before: [
        { kind: "host", name: "broken" },
        { kind: "host", name: "save" },
        { kind: "track", event: "went_on" },
        { kind: "celebrate", preset: "stars" },
      ],
      action: { kind: "next" },
    }),
  );
  const log = page.last().log;
  page.actions.set("broken", () => {
    throw new Error("It fails.");
  });
  const saved = Promise.withResolvers<void>();
  page.actions.set("save", () => {
    log.push("save");
    return saved.promise;
  });
  await page.press();
  await page.press();
  expect([log, page.events.has("went_on")]).toEqual([["save"], false]);
  saved.resolve();
  await flushPromises();
  expect(log).toEqual(["save", "next"]);
  expect([page.noted.includes("went_on"), page.events.has("went_on"), page.celebrated]).toEqual([
    true,
    true,
    ["stars"],
  ]);
});

test("hides or disables buttons by the page, and follows it", async () => {
  const on = (pattern: string, otherwise: "hide" | "disable"): StepButton => ({
    label: `${otherwise} ${pattern}`,
    condition: { rule: { kind: "url", pattern }, otherwise },
    action: { kind: "next" },
  });
  const page = await show(tour(on("/orders", "hide"), on("/other", "hide"), on("/other", "disable")));
  const { options } = page.last();
  expect(options.edition.body).toMatchObject({
    steps: [{ buttons: [{ label: "hide /orders" }, { label: "disable /other", condition: {} }] }, {}],
  });
  const { log } = page.last();
  await page.press(1);
  expect(log).toEqual([]);
  page.page.href = "https://shop.example/other";
  await page.reevaluate();
  expect(log).toEqual(["update to one,two"]);
  await page.reevaluate();
  expect(log).toHaveLength(1);
});

test("goes on after 5 seconds if an action of the page doesn't finish", async () => {
  const page = await show(
    tour({ label: "Go", before: [{ kind: "host", name: "save" }], action: { kind: "go_to", step_id: "two" } }),
  );
  page.actions.set("save", () => new Promise(() => {}));
  await page.press();
  page.clock.advance(4_999);
  await flushPromises();
  expect(page.last().log).toEqual([]);
  page.clock.advance(1);
  await flushPromises();
  expect(page.last().log).toEqual(["go to two"]);
});

test("leaves the tour where the person moved while an action ran", async () => {
  const page = await show(tour({ label: "Go", before: [{ kind: "host", name: "save" }], action: { kind: "finish" } }));
  const saved = Promise.withResolvers<void>();
  page.actions.set("save", () => saved.promise);
  await page.press();
  page.last().tell({ kind: "step_shown", step_id: "two", index: 1 });
  saved.resolve();
  await flushPromises();
  expect(page.last().log).toEqual([]);
});

test("suppresses or snoozes content for as long as its button says", async () => {
  for (const [action, reason, choice] of [
    [{ kind: "suppress" }, "do_not_show_again", { days: 30, reason: "do_not_show_again" }],
    [{ kind: "snooze", hours: 48 }, "snoozed", { days: 2, reason: "snoozed" }],
  ] as const) {
    const from_tour = await show(tour({ label: "No", action }));
    await from_tour.press();
    const from_panel = await show(announcement({ label: "No", action }));
    from_panel.last().tell({ kind: "acted", step_id: "one" });
    from_panel.last().tell({ kind: "ended", reason: "completed", suppress: false });
    await flushPromises();
    for (const { chosen, moves } of [from_tour, from_panel]) {
      expect(chosen).toEqual([{ scope: "content", target: decision("welcome").content_id, ...choice }]);
      expect(moves.at(-1)).toMatchObject({ action: "end", reason });
    }
  }
});

test("runs a panel's actions when its button is pressed, and leaves its link to the browser", async () => {
  const button: ActionButton = {
    label: "Read",
    before: [{ kind: "track", event: "read" }],
    action: { kind: "link", href: "/news" },
  };
  const page = await show(announcement(button));
  const { body } = page.last().options.edition;
  expect(body).toEqual(announcement(button));
  page.last().tell({ kind: "acted", step_id: "one" });
  await flushPromises();
  expect([page.noted.includes("read"), page.noted.includes("announcement_acted")]).toEqual([true, true]);
});
