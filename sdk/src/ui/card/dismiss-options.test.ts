import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { buildDismissOptions } from "./dismiss-options.ts";

function row(snooze: () => void = () => {}) {
  const { document } = new JSDOM("<!doctype html>").window;
  const choices = buildDismissOptions(document, {}, snooze);
  // A tick out of the document changes in silence.
  document.body.append(choices.box);
  const [tick] = choices.box.getElementsByTagName("input");
  const [later] = choices.box.getElementsByTagName("button");
  if (tick === undefined || later === undefined) throw new Error("the row has a tick and a button");
  return { choices, tick, later };
}

test("only what an edition offers is shown, and nothing at all where that is nothing", () => {
  const { choices, tick, later } = row();
  choices.offer({ offered: false, days: 365 });
  expect(choices.box.hidden).toBe(true);
  choices.offer({ offered: false, days: 365, snooze_hours: 24 });
  expect([choices.box.hidden, tick.parentElement?.hidden, later.hidden]).toEqual([false, true, false]);
  choices.offer({ offered: true, days: 30 });
  expect([choices.box.hidden, tick.parentElement?.hidden, later.hidden]).toEqual([false, false, true]);
  expect(choices.box.textContent).toContain("Do not show again for 30 days");
  choices.offer({ offered: true, days: 1 });
  expect(tick.parentElement?.textContent).toEndWith("Do not show again for 1 day");
});

test("leaving with the tick set means not again; going through it to the end stays what it is", () => {
  const { choices, tick } = row();
  choices.offer({ offered: true, days: 365 });
  expect(choices.ending("close_button")).toEqual({ kind: "ended", reason: "close_button", suppress: false });
  tick.click();
  expect(choices.ending("escape")).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
  expect(choices.ending("completed")).toEqual({ kind: "ended", reason: "completed", suppress: true });
  expect(choices.ending("unpublished")).toEqual({ kind: "ended", reason: "unpublished", suppress: true });
  choices.offer({ offered: false, days: 365 });
  expect(choices.ending("escape")).toEqual({ kind: "ended", reason: "escape", suppress: false });
});

test("later is said once it was pressed, and not offered beside a ticked never", () => {
  const pressed: unknown[] = [];
  const { choices, tick, later } = row(() => pressed.push(choices.ending("snoozed")));
  choices.offer({ offered: true, days: 365, snooze_hours: 24 });
  // Snoozed in another tab: this one has nothing to remember.
  expect(choices.ending("snoozed")).toEqual({ kind: "ended", reason: "snoozed", suppress: false });
  tick.click();
  expect(later.hidden).toBe(true);
  tick.click();
  later.click();
  expect(pressed).toEqual([{ kind: "ended", reason: "snoozed", suppress: false, snooze: true }]);
});
