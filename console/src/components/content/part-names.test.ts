import { expect, test } from "bun:test";
import { sampleStep } from "../../../test/support/sample-drafts.ts";
import { orderedSteps, partNames } from "./part-names.ts";

test("names parts that share an ID as in their variant, or together", () => {
  const tour = (...titles: readonly string[]) => ({
    type: "tour" as const,
    steps: titles.map((title, index) => sampleStep(`step_${index}`, title)),
    suppression: { offered: true, days: 365 },
  });
  const variants = [{ id: "b" as const, name: "Short", weight: 50, body: tour("Your orders") }];
  const edition = { body: tour("Welcome", "Bye"), experiment: { seed: "s", weight: 50, variants } };
  const names = (variant?: string) => [...partNames(edition, variant).values()];
  expect(names("a")).toEqual(["Welcome", "Bye"]);
  // Its steps that were removed since are named as in the original.
  expect(names("b")).toEqual(["Your orders", "Bye"]);
  expect(names()).toEqual(["Welcome / Your orders", "Bye"]);
});

test("lists steps by name, with fallbacks of variables, in draft order, with deleted steps last", () => {
  const steps = [sampleStep("hello", "Hello {{name|there}}"), sampleStep("bye", "Bye")];
  const names = partNames({ body: { type: "tour", steps, suppression: { offered: true, days: 365 } } });
  expect([...names]).toEqual([
    ["hello", "Hello there"],
    ["bye", "Bye"],
  ]);
  const counted = (step_id: string, seen: number) => ({ step_id, seen, missing: 0 });
  const order = orderedSteps([counted("gone", 5), counted("bye", 9), counted("lost", 7), counted("hello", 3)], names);
  expect(order.map(({ step_id }) => step_id)).toEqual(["hello", "bye", "lost", "gone"]);
});
