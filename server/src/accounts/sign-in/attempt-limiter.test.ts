import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { createAttemptLimiter } from "./attempt-limiter.ts";

function attempts(names_max = 100) {
  const clock = manualClock();
  return { clock, budget: createAttemptLimiter({ clock, capacity: 10, window_ms: 600_000, names_max }) };
}

test("the eleventh attempt is refused until one has grown again", () => {
  const { clock, budget } = attempts();
  for (let index = 0; index < 10; index++) expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
  clock.advance(59_000);
  expect(budget.take("ada")).toBe(1);
  clock.advance(1_000);
  expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
});

test("names do not share a budget, and a good attempt costs nothing", () => {
  const { budget } = attempts();
  for (let index = 0; index < 10; index++) budget.take("ada");
  expect(budget.take("bob")).toBeUndefined();
  budget.refund("ada");
  expect(budget.take("ada")).toBeUndefined();
});

test("a budget never grows beyond its size", () => {
  const { clock, budget } = attempts();
  budget.take("ada");
  clock.advance(86_400_000);
  budget.refund("ada");
  for (let index = 0; index < 10; index++) expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
});

test("only so many names are remembered; the one used longest ago is forgotten first", () => {
  const { budget } = attempts(2);
  for (let index = 0; index < 10; index++) budget.take("first");
  for (let index = 0; index < 10; index++) budget.take("second");
  expect(budget.take("first")).toBe(60);
  budget.take("third");
  expect(budget.take("second")).toBe(60);
  expect(budget.take("first")).toBeUndefined();
});
