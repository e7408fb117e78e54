import { expect, test } from "bun:test";
import { patternOf, valuesIn } from "./pattern.ts";

const read = (text: string, filled: string) => valuesIn(patternOf(text), filled);

test("the values of a filled text are found again, whatever they are", () => {
  expect(read("At most {n} days.", "At most 90 days.")).toEqual({ n: "90" });
  expect(read("{name} goes first.", "The first goes first. goes first.")).toEqual({ name: "The first goes first." });
  expect(read("{name}: {runs} of {most} in {hours} hours", "A: b: 1 of 2 in 24 hours")).toEqual({
    ...{ name: "A", runs: "b: 1", most: "2", hours: "24" },
  });
});

test("another text is another text, and no value is empty", () => {
  expect(read("At most {n} days.", "At most 90 hours.")).toBeUndefined();
  expect(read("At most {n}.", "At most .")).toBeUndefined();
  expect(read("{a} and {b}.", "one.")).toBeUndefined();
});
