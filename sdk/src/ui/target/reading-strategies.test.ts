import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { findByReading, type ReadingStrategy } from "./reading-strategies.ts";

/** Reads that search the whole page, and characters of text read, on a page with this many buttons. */
function costOf(strategy: ReadingStrategy, buttons: number): { readonly searches: number; readonly chars: number } {
  const each = "<button>Add</button><label>Count <input></label>";
  const { window } = new JSDOM(`<main>${each.repeat(buttons)}<button>Add order</button></main>`);
  const cost = { searches: 0, chars: 0 };
  const count = (prototype: object, name: string, add: (value: unknown) => void): void => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: unknown) {
        const value: unknown = get?.call(this);
        add(value);
        return value;
      },
    });
  };
  for (const { prototype } of [window.HTMLButtonElement, window.HTMLInputElement])
    count(prototype, "labels", () => cost.searches++);
  count(window.Node.prototype, "textContent", (text) => {
    cost.chars += String(text).length;
  });
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } });
  expect(findByReading(window.document, strategy)).toHaveLength(1);
  return cost;
}

test("searches a page for labels once, not for each of its controls", () => {
  const strategy = { kind: "role_name", role: "button", name: "Add order" } as const;
  expect([costOf(strategy, 20).searches, costOf(strategy, 40).searches]).toEqual([0, 0]);
});

test("reads text in proportion to the page", () => {
  const strategy = { kind: "text", value: "Add order" } as const;
  const [small, large] = [costOf(strategy, 50).chars, costOf(strategy, 100).chars];
  expect(large / small).toBeLessThan(2.2);
});

test("matches the alternative text of an image exactly", () => {
  const { window } = new JSDOM("<img alt='us'><button>new order</button>");
  const find = (role: string, name: string) => findByReading(window.document, { kind: "role_name", role, name }).length;
  expect([find("img", "US"), find("img", "us"), find("button", "New order")]).toEqual([0, 1, 1]);
});
