import { expect, test } from "bun:test";
import { isGenerated, scoreOf } from "./target-score.ts";

test("names that a tool made are told from names that a person gave", () => {
  for (const name of [
    "css-1q2w3e",
    "sc-bdVaJa",
    "Button_root__x7f3a",
    ":r1:",
    "ember1234",
    "jss42",
    "mui12345",
    "svelte-1tjo1hb",
  ]) {
    expect(`${name} ${isGenerated(name)}`).toBe(`${name} true`);
  }
  for (const name of [
    "order-list",
    "btn-primary",
    "col-md-6",
    "h1",
    "step2",
    "primaryButton",
    "new-order",
    "nav__item",
    "is-active",
  ]) {
    expect(`${name} ${isGenerated(name)}`).toBe(`${name} false`);
  }
});

test("what was made to be found is best, what depends on places in the page is worst", () => {
  const score = (value: string) => scoreOf({ kind: "css", value });
  expect(scoreOf({ kind: "test_id", value: "save" })).toBe(1);
  expect(score("#save")).toBeGreaterThan(score("form > #save"));
  expect(score("form .save")).toBeGreaterThan(score("form > div:nth-child(2) > button"));
  expect(score(".css-1x2y3z > div:nth-child(3)")).toBe(0);
  expect(scoreOf({ kind: "attribute", name: "id", value: ":r7:" })).toBeLessThan(0.5);
  expect(scoreOf({ kind: "role_name", role: "button", name: "Save" })).toBeGreaterThan(
    scoreOf({ kind: "text", value: "12 orders" }),
  );
});
