import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { describeCelebrationRule, newTrigger, triggerRule, withCelebrationRule } from "./trigger-rule.ts";

const ORDERS: Pick<Edition, "trigger" | "frequency"> = {
  trigger: { kind: "event", event: "order" },
  frequency: { mode: "every", every_days: 3, cooldown_hours: 24 },
};

test("sets the trigger and frequency of a celebration for each rule", () => {
  const described = (rule: Parameters<typeof newTrigger>[0]) => {
    const { trigger, frequency } = withCelebrationRule(ORDERS, rule);
    return [describeCelebrationRule(trigger, frequency), frequency.mode];
  };
  expect(described("nth")).toEqual(["1st order", "once"]);
  expect(described("every")).toEqual(["Every 10th order", "always"]);
  expect(described("event")).toEqual(["Every order on a page", "always"]);
  expect(described("automatic")).toEqual(["First visit", "once"]);
  expect(described("manual")).toEqual(["Code only", "always"]);
  expect(described("link")).toEqual(["Link only", "always"]);
  expect(withCelebrationRule(ORDERS, "goal").frequency).toEqual({ mode: "once", cooldown_hours: 24 });
});

test("keeps the property tests of an event, and describes them", () => {
  const props = [{ name: "total", test: { type: "number", op: "at_least", value: 100 } }] as const;
  const trigger = { kind: "event", event: "order", props } as const;
  expect(newTrigger("nth", trigger)).toEqual({ ...trigger, count: { on: "nth", n: 1 } });
  expect(describeCelebrationRule(trigger, { mode: "always" })).toBe("Every order (total is at least 100)");
  expect(describeCelebrationRule(newTrigger("every", trigger), { mode: "always" })).toBe(
    "Every 10th order (total is at least 100)",
  );
});

test("describes triggers that name content or a goal", () => {
  expect(describeCelebrationRule({ kind: "completed", content: "welcome" }, { mode: "once" })).toBe(
    "welcome completed (once)",
  );
  expect(describeCelebrationRule({ kind: "goal", goal: "Big" }, { mode: "once" })).toBe("Goal “Big” reached");
});

test("reads a trigger back as the rule that created it", () => {
  for (const rule of ["nth", "every", "event", "automatic", "completed", "goal", "link", "manual"] as const) {
    expect(triggerRule(newTrigger(rule, { kind: "manual" }))).toBe(rule);
  }
});
