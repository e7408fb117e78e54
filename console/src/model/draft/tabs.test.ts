import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import { sampleDraft } from "../../../test/support/sample-drafts.ts";
import { locationForPath, tabForPath } from "./tabs.ts";

const suppression = { offered: false, days: 365 };
const survey: Body = {
  ...{ type: "survey", form: "corner", title: "", blocks: [], suppression },
  questions: [{ id: "q1", kind: "text", title: "", required: false, long: true }],
};

test("assigns each problem to the tab with its field", () => {
  expect(tabForPath("body.steps.0.title")).toBe("content");
  expect(tabForPath("targeting.audience.rules.0.name")).toBe("audience");
  expect(tabForPath("rollout.percent")).toBe("audience");
  expect(tabForPath("frequency.every_days")).toBe("frequency");
  expect(tabForPath("schedule")).toBe("frequency");
  expect(tabForPath("body.suppression.days")).toBe("settings");
  expect(tabForPath("translations.de.hello.title")).toBe("translations");
  expect(tabForPath("theme")).toBe("appearance");
  expect(tabForPath("name")).toBe("settings");
});

test("opens the part with the problem, or the fields before or after the parts", () => {
  const draft = { ...sampleDraft(), edition: { ...sampleDraft().edition, body: survey } };
  expect(locationForPath("body.questions.0.title", draft)).toEqual({ tab: undefined, step: "q1" });
  expect(locationForPath("body.title", draft)).toEqual({ tab: undefined, step: "head" });
  expect(locationForPath("body.thanks.title", draft)).toEqual({ tab: undefined, step: "thanks" });
  expect(locationForPath("body.questions", draft)).toEqual({ tab: undefined, step: undefined });
  expect(locationForPath("body.steps.1.title", sampleDraft())).toEqual({ tab: undefined, step: "b" });
  expect(locationForPath("trigger.event", draft)).toEqual({ tab: "frequency", step: undefined });
});
