import { afterAll, expect, test } from "bun:test";
import type { Strategy } from "@fanfare/contract/target/target";
import { JSDOM } from "jsdom";
import { closestMatch } from "./closest-match.ts";

const PAGE = `<!doctype html><main><h1>Orders</h1>
  <button id="new" data-testid="order-new-button">Add new order</button>
  <a href="/orders" id="link">New order</a><label>Customer name <input id="customer"></label>
  <button id="first">Print order 1041</button><button id="second">Print order 1042</button></main>`;

afterAll(() => Reflect.deleteProperty(globalThis, "CSS"));

test.each([
  [{ kind: "role_name", role: "button", name: "New order" }, "new"],
  [{ kind: "test_id", value: "new-order-button" }, "new"],
  [{ kind: "label", value: "Name of the customer" }, "customer"],
  [{ kind: "text", value: "New orders", tag: "button" }, null],
  [{ kind: "role_name", role: "button", name: "Print order" }, null],
  [{ kind: "role_name", role: "button", name: "Delete everything" }, null],
  [{ kind: "css", value: "main > button" }, null],
] as const)("finds the closest match of %j: %p", (strategy: Strategy, id: string | null) => {
  const { window } = new JSDOM(PAGE);
  Object.assign(globalThis, { CSS: { escape: (value: string) => value } });
  // jsdom has no layout.
  Object.assign(window.Element.prototype, {
    getBoundingClientRect: () => ({ width: 10, height: 10 }),
    checkVisibility: () => true,
  });
  expect(closestMatch(window.document, { strategies: [strategy] })?.id ?? null).toBe(id);
});

test("searches a page for labels once, not for each of its controls", () => {
  const { window } = new JSDOM(PAGE);
  let searches = 0;
  const { HTMLButtonElement, HTMLInputElement } = window;
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement]) {
    Object.defineProperty(prototype, "labels", { get: () => void searches++ });
  }
  closestMatch(window.document, { strategies: [{ kind: "role_name", role: "button", name: "Delete" }] });
  expect(searches).toBe(0);
});
