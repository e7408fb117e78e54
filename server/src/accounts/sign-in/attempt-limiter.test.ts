import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { createAttemptLimiter } from "./attempt-limiter.ts";

function attempts(names_max = 100) {
  const clock = manualClock();
  return { clock, budget: createAttemptLimiter({ clock, capacity: 10, window_ms: 600_000, names_max }) };
}

test("rejects the 11th attempt until the budget refills", () => {
  const { clock, budget } = attempts();
  for (let index = 0; index < 10; index++) expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
  clock.advance(59_000);
  expect(budget.take("ada")).toBe(1);
  clock.advance(1_000);
  expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
});

test("keeps budgets separate by name and doesn't charge successful attempts", () => {
  const { budget } = attempts();
  for (let index = 0; index < 10; index++) budget.take("ada");
  expect(budget.take("bob")).toBeUndefined();
  budget.refund("ada");
  expect(budget.take("ada")).toBeUndefined();
});

test("never lets a budget exceed its size", () => {
  const { clock, budget } = attempts();
  budget.take("ada");
  clock.advance(86_400_000);
  budget.refund("ada");
  for (let index = 0; index < 10; index++) expect(budget.take("ada")).toBeUndefined();
  expect(budget.take("ada")).toBe(60);
});

test("keeps a bounded number of names and drops the least recently used", () => {
  const { budget } = attempts(2);
  for (let index = 0; index < 10; index++) budget.take("first");
  for (let index = 0; index < 10; index++) budget.take("second");
  expect(budget.take("first")).toBe(60);
  budget.take("third");
  expect(budget.take("second")).toBe(60);
  expect(budget.take("first")).toBeUndefined();
});
