import { expect, test } from "bun:test";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { createTest, testKey } from "./attribute-tests.ts";
import { describeRule } from "./rule-labels.ts";

test("describes a rule with the names of its resources", () => {
  const rule: Rule = {
    kind: "and",
    rules: [
      { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "one_of", values: ["pro", "max"] } },
      {
        kind: "or",
        rules: [
          { kind: "event", name: "order", count: { op: "at_least", times: 3 }, within_days: 30 },
          { kind: "not", rule: { kind: "segment", segment_id: "seg_1" } },
        ],
      },
      { kind: "time", days: [1, 7], from: "09:00", to: "17:00", zone: "person" },
    ],
  };
  const names = { segment: () => "Trials", content: () => undefined };
  expect(describeRule(rule, names)).toBe(
    "plan is one of “pro”, “max” and (did order at least 3 times within 30 days or not (in segment Trials)) and Mon, Sun from 09:00 to 17:00 in the person’s time zone",
  );
});

test("describes conditions on the events of groups", () => {
  const count = { op: "at_least", times: 3 } as const;
  expect(describeRule({ kind: "group_event", name: "order", count, within_days: 30 })).toBe(
    "their group did order at least 3 times within 30 days",
  );
  const test = { type: "date", op: "longer_ago_days", days: 90 } as const;
  expect(describeRule({ kind: "group_event_time", name: "order", which: "first", test })).toBe(
    "group’s first order is older than 90 days",
  );
});

test("describes an element with its state and text", () => {
  const described = (more: object) => describeRule({ kind: "element", selector: "#pay", ...more });
  expect(described({})).toBe("on pages with #pay");
  expect(described({ state: "disabled" })).toBe("on pages with disabled #pay");
  expect(described({ state: "visible", text: "Pay" })).toBe("on pages with visible #pay that contains “Pay”");
});

test("keeps a compatible value when an attribute condition changes", () => {
  const written = createTest("text:is", { type: "number", op: "more", value: 7 });
  expect(written).toEqual({ type: "text", op: "is", value: "7" });
  expect(createTest("text:one_of", written)).toEqual({ type: "text", op: "one_of", values: ["7"] });
  expect(createTest("number:less", written)).toEqual({ type: "number", op: "less", value: 7 });
  expect(createTest("date:before", written)).toEqual({ type: "date", op: "before", value: "" });
  expect(testKey(createTest("date:within_days", written))).toBe("date:within_days");
});
