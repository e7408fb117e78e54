import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import { createElementWatcher } from "./element-watcher.ts";

/** A page of which a test says what it has, and when it changes. */
function setUp() {
  const page = { has: new Set<string>(), watched: false, changed: () => {}, looked: 0 };
  class MutationObserver {
    constructor(onChange: () => void) {
      page.changed = onChange;
    }
    observe(): void {
      page.watched = true;
    }
    disconnect(): void {
      page.watched = false;
    }
  }
  const document = {
    querySelector(selector: string) {
      page.looked++;
      return page.has.has(selector) ? {} : null;
    },
  };
  const clock = manualClock();
  let matched_count = 0;
  // What is watched reads only what is written above.
  const window = { MutationObserver, document, location: { href: "https://shop.example/" } } as unknown as Window &
    typeof globalThis;
  const await_ = createElementWatcher(window, clock, () => void matched_count++);
  return { page, clock, await_, matched_count: () => matched_count };
}
const cart: PageRule = { kind: "element", selector: "#cart" };

test("what waits for an element hears when the page has it, and looks only when the page changed", () => {
  const { page, clock, await_, matched_count } = setUp();
  await_([cart]);
  clock.advance(60_000);
  expect(page.looked).toBe(0);
  page.changed();
  clock.advance(1_000);
  expect(page.looked).toBe(1);
  expect(matched_count()).toBe(0);
  page.has.add("#cart");
  page.changed();
  clock.advance(1_000);
  expect(matched_count()).toBe(1);
});

test("many changes in a row are one look", () => {
  const { page, clock, await_ } = setUp();
  await_([cart]);
  for (let change = 0; change < 100; change++) page.changed();
  clock.advance(1_000);
  expect(page.looked).toBe(1);
});

test("what waits for an element to go hears that, too", () => {
  const { page, clock, await_, matched_count } = setUp();
  page.has.add("#cart");
  await_([{ kind: "not", rule: cart }]);
  page.changed();
  clock.advance(1_000);
  expect(matched_count()).toBe(0);
  page.has.clear();
  page.changed();
  clock.advance(1_000);
  expect(matched_count()).toBe(1);
});

test("while nothing waits for an element nobody watches the page", () => {
  const { page, clock, await_, matched_count } = setUp();
  expect(page.watched).toBe(false);
  await_([cart]);
  expect(page.watched).toBe(true);
  page.changed();
  await_([]);
  expect(page.watched).toBe(false);
  page.has.add("#cart");
  clock.advance(1_000);
  expect(matched_count()).toBe(0);
});
