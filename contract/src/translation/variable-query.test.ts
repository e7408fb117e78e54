import { expect, test } from "bun:test";
import { offeredVariables, variableQuery } from "./variable-query.ts";

test("reads a variable from its brace to the caret, and nothing after its name or in another one", () => {
  expect(["Hello {", "Hello {{na", "{first_name"].map(variableQuery)).toEqual([
    { length: 1, name: "" },
    { length: 4, name: "na" },
    { length: 11, name: "first_name" },
  ]);
  expect(["Hello", "{name|", "{{name}}", "{ name", "{{{"].map(variableQuery)).toEqual(Array(5).fill(undefined));
});

test("offers names that begin with what was typed, then those that contain it, and last itself", () => {
  const known = ["first_name", "name", "plan"];
  expect(offeredVariables(known, "na")).toEqual(["name", "first_name", "na"]);
  expect(offeredVariables(known, "PLAN")).toEqual(["plan", "PLAN"]);
  expect(offeredVariables(known, "")).toEqual(known);
});
