import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { buildDismissOptions } from "./dismiss-options.ts";

function row(snooze: () => void = () => {}) {
  const { document } = new JSDOM("<!doctype html>").window;
  const choices = buildDismissOptions(document, {}, snooze);
  // A detached checkbox fires no change event.
  document.body.append(choices.box);
  const [tick] = choices.box.getElementsByTagName("input");
  const [later] = choices.box.getElementsByTagName("button");
  if (tick === undefined || later === undefined) throw new Error("the row has a tick and a button");
  return { choices, tick, later };
}

test("shows only the options that an edition offers", () => {
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

test("offers it on later steps only if the author wants that or the person has checked it", () => {
  const { choices, tick } = row();
  const isOffered = (every_step?: true): boolean => {
    choices.offer({ offered: true, days: 365, every_step }, true);
    return tick.parentElement?.hidden === false;
  };
  expect([isOffered(), isOffered(true)]).toEqual([false, true]);
  choices.offer({ offered: true, days: 365 });
  tick.click();
  expect(isOffered()).toBe(true);
  expect(choices.ending("escape").suppress).toBe(true);
});

test('changes the end reason to "Do not show again" on close, not on completion', () => {
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

test('offers snooze only while "Do not show again" isn\'t selected', () => {
  const pressed: unknown[] = [];
  const { choices, tick, later } = row(() => pressed.push(choices.ending("snoozed")));
  choices.offer({ offered: true, days: 365, snooze_hours: 24 });
  // Snoozed in another tab, so there is nothing to suppress here.
  expect(choices.ending("snoozed")).toEqual({ kind: "ended", reason: "snoozed", suppress: false });
  tick.click();
  expect(later.hidden).toBe(true);
  tick.click();
  later.click();
  expect(pressed).toEqual([{ kind: "ended", reason: "snoozed", suppress: false, snooze: true }]);
});
