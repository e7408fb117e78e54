import { expect, test } from "bun:test";
import { pastedTarget } from "./pasted-target.ts";

test("a target that was picked is taken as it is, and nothing else is", () => {
  const target = {
    strategies: [{ kind: "role_name", role: "button", name: "Save" }],
    scope: { kind: "css", value: "#a" },
  };
  expect(pastedTarget(` ${JSON.stringify(target)}\n`)).toEqual(target as ReturnType<typeof pastedTarget>);
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
