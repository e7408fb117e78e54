import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content";
import { placeOf, tabOf } from "./tabs.ts";
import { sampleDraft } from "./testing.ts";

const suppression = { offered: false, days: 365 };
const survey: Body = {
  ...{ type: "survey", form: "corner", title: "", blocks: [], suppression },
  questions: [{ id: "q1", kind: "text", title: "", required: false, long: true }],
};

test("each problem belongs to the tab that has its field", () => {
  expect(tabOf("body.steps.0.title")).toBe("content");
  expect(tabOf("targeting.audience.rules.0.name")).toBe("audience");
  expect(tabOf("rollout.percent")).toBe("audience");
  expect(tabOf("frequency.every_days")).toBe("frequency");
  expect(tabOf("schedule")).toBe("frequency");
  expect(tabOf("body.suppression.days")).toBe("settings");
  expect(tabOf("translations.de.hello.title")).toBe("translations");
  expect(tabOf("theme")).toBe("appearance");
  expect(tabOf("name")).toBe("settings");
});

test("a problem leads to the part that has it, or to what stands before and after the parts", () => {
  const draft = { ...sampleDraft(), edition: { ...sampleDraft().edition, body: survey } };
  expect(placeOf("body.questions.0.title", draft)).toEqual({ tab: undefined, step: "q1" });
  expect(placeOf("body.title", draft)).toEqual({ tab: undefined, step: "head" });
  expect(placeOf("body.thanks.title", draft)).toEqual({ tab: undefined, step: "thanks" });
  expect(placeOf("body.questions", draft)).toEqual({ tab: undefined, step: undefined });
  expect(placeOf("body.steps.1.title", sampleDraft())).toEqual({ tab: undefined, step: "b" });
  expect(placeOf("trigger.event", draft)).toEqual({ tab: "frequency", step: undefined });
});
