import { expect, test } from "bun:test";
import { pastedTarget, targetInHash } from "./pasted-target.ts";

test("accepts only a copied target", () => {
  const target = {
    strategies: [{ kind: "role_name" as const, role: "button", name: "Save" }],
    scope: { kind: "css" as const, value: "#a" },
  };
  expect(pastedTarget(` ${JSON.stringify(target)}\n`)).toEqual({ target, failed: undefined });
  for (const other of [
    "",
    "{",
    "null",
    "[]",
    "save",
    '{"strategies":[]}',
    '{"strategies":[{"kind":"eval","value":"x"}]}',
  ]) {
    expect([other, pastedTarget(other)]).toEqual([other, undefined]);
  }
});

test("keeps test results only with one list per locator", () => {
  const strategies = [{ kind: "test_id", value: "save" }] as const;
  const failedIn = (failed: unknown) => pastedTarget(JSON.stringify({ strategies, failed }));
  expect(failedIn([["renamed"]])).toEqual({ target: { strategies }, failed: [["renamed"]] });
  for (const other of [[], [["renamed"], []], [["burnt"]], "renamed", null]) {
    expect(failedIn(other)).toEqual({ target: { strategies }, failed: undefined });
  }
});

test("reads a target with any characters from the URL and ignores anything else", () => {
  const target = { strategies: [{ kind: "role_name" as const, role: "button", name: "طلب “Größe” 🎉" }] };
  const bytes = new TextEncoder().encode(JSON.stringify(target));
  const encoded = btoa(String.fromCharCode(...bytes));
  expect(targetInHash(`target=${encoded}`)).toEqual({ target, failed: undefined });
  for (const other of ["", "target=", "target=%", `other=${encoded}`, `target=${btoa("{}")}`]) {
    expect([other, targetInHash(other)]).toEqual([other, undefined]);
  }
});
