import { expect, test } from "bun:test";
import { needNoScope, scoreStrategy } from "./target-score.ts";

test("ranks test IDs highest and positional selectors lowest", () => {
  const score = (value: string) => scoreStrategy({ kind: "css", value });
  expect(scoreStrategy({ kind: "test_id", value: "save" })).toBe(1);
  expect(score("#save")).toBeGreaterThan(score("form > #save"));
  expect(score("form .save")).toBeGreaterThan(score("form > div:nth-child(2) > button"));
  expect(score(".css-1x2y3z > div:nth-child(3)")).toBe(0);
  expect(scoreStrategy({ kind: "attribute", name: "id", value: ":r7:" })).toBeLessThan(0.5);
  expect(scoreStrategy({ kind: "role_name", role: "button", name: "Save" })).toBeGreaterThan(
    scoreStrategy({ kind: "text", value: "12 orders" }),
  );
});

test("lowers the score for generated names, utilities, and changing values", () => {
  const score = (value: string) => scoreStrategy({ kind: "css", value });
  for (const made of [".nav_item__x7f3a", "#\\:r1\\:", ".md\\:flex", ".px-4", '[id="radix-12"]', '[for="input-27"]']) {
    expect(`${made} ${score(made) <= 0.4}`).toBe(`${made} true`);
  }
  for (const given of [".nav__item", "#search", "form .save", '[name="email"]', '[data-tour="save"]']) {
    expect(`${given} ${score(given) > 0.5}`).toBe(`${given} true`);
  }
  expect(scoreStrategy({ kind: "attribute", name: "for", value: "mat-input-5" })).toBeLessThan(0.5);
  expect(scoreStrategy({ kind: "attribute", name: "href", value: "/orders/new" })).toBeGreaterThan(0.8);
  expect(scoreStrategy({ kind: "test_id", value: "row-3f2504e0-4f89-11d3-9a0c-0305e82c3301" })).toBeLessThan(0.7);
});

test("needs a scope for a lone weak locator", () => {
  const css = { kind: "css", value: ".total" } as const;
  const digits = { kind: "text", value: "Order 7" } as const;
  expect([needNoScope([]), needNoScope([css]), needNoScope([css, { ...css, value: ".sum" }])]).toEqual([
    false,
    false,
    false,
  ]);
  expect([needNoScope([css, digits]), needNoScope([{ kind: "text", value: "Save" }])]).toEqual([true, true]);
});
