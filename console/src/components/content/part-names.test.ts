import { expect, test } from "bun:test";
import { sampleStep } from "../../../test/support/sample-drafts.ts";
import { orderedSteps, partNames } from "./part-names.ts";

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
