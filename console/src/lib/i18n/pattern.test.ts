import { expect, test } from "bun:test";
import { createPattern, valuesIn } from "./pattern.ts";

const read = (text: string, filled: string) => valuesIn(createPattern(text), filled);

test("extracts the values of a filled text, whatever they contain", () => {
  expect(read("Maximum: {n} days.", "Maximum: 90 days.")).toEqual({ n: "90" });
  expect(read("{name} has a higher priority.", "The first has a higher priority. has a higher priority.")).toEqual({
    name: "The first has a higher priority.",
  });
});

test("doesn't match other texts or empty values", () => {
  expect(read("Maximum: {n} days.", "Maximum: 90 hours.")).toBeUndefined();
  expect(read("Enter at most {n}.", "At most .")).toBeUndefined();
  expect(read("{a} and {b}.", "one.")).toBeUndefined();
});
