import { expect, test } from "bun:test";
import { createPattern, valuesIn } from "./pattern.ts";

const read = (text: string, filled: string) => valuesIn(createPattern(text), filled);

test("the values of a filled text are found again, whatever they are", () => {
  expect(read("Maximum: {n} days.", "Maximum: 90 days.")).toEqual({ n: "90" });
  expect(read("{name} has a higher priority.", "The first has a higher priority. has a higher priority.")).toEqual({
    name: "The first has a higher priority.",
  });
});

test("another text is another text, and no value is empty", () => {
  expect(read("Maximum: {n} days.", "Maximum: 90 hours.")).toBeUndefined();
  expect(read("Maximum: {n}.", "At most .")).toBeUndefined();
  expect(read("{a} and {b}.", "one.")).toBeUndefined();
});
