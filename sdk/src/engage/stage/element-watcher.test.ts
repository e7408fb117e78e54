import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import { createElementWatcher } from "./element-watcher.ts";

/** A page whose elements and mutations the test controls. */
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
  // As in a browser, members are on the prototype.
  const document = Object.create({
    querySelectorAll(selector: string) {
      page.looked++;
      const isIn = { textContent: "Cart", matches: (state: string) => page.has.has(`${selector}${state}`) };
      return page.has.has(selector) ? [Object.create(isIn)] : [];
    },
  });
  const clock = manualClock();
  let matched_count = 0;
  // The stub has every member that the watcher reads.
  const window = Object.assign(new EventTarget(), {
    ...{ MutationObserver, document, location: { href: "https://shop.example/" } },
  }) as unknown as Window & typeof globalThis;
  const await_ = createElementWatcher(window, clock, () => void matched_count++);
  return { page, window, clock, await_, matched_count: () => matched_count };
}
const cart: PageRule = { kind: "element", selector: "#cart" };

test("reports when an element appears, checking only when the page changes", () => {
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

test("checks once for many changes in a row", () => {
  const { page, clock, await_ } = setUp();
  await_([cart]);
  for (let change = 0; change < 100; change++) page.changed();
  clock.advance(1_000);
  expect(page.looked).toBe(1);
});

test("reports when an element disappears", () => {
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

test("reports when an element is checked, which changes no attribute", () => {
  const { page, window, clock, await_, matched_count } = setUp();
  page.has.add("#cart");
  await_([{ ...cart, state: "checked", text: "Cart" }]);
  window.dispatchEvent(new Event("change"));
  clock.advance(1_000);
  expect(matched_count()).toBe(0);
  page.has.add("#cart:checked,[aria-checked=true]");
  window.dispatchEvent(new Event("change"));
  clock.advance(1_000);
  expect(matched_count()).toBe(1);
  await_([]);
  window.dispatchEvent(new Event("change"));
  clock.advance(1_000);
  expect(matched_count()).toBe(1);
});

test("doesn't observe the page when no content waits for an element", () => {
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
