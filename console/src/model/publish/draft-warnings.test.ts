import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { draftWith, sampleDraft, sampleHint, sampleStep } from "../../../test/support/sample-drafts.ts";
import { draftWarnings } from "./draft-warnings.ts";

const NOW = Date.UTC(2026, 10, 21);
const messagesFor = (draft: Draft): readonly string[] => draftWarnings(draft, NOW).map((warning) => warning.message);
const finish = { label: "Done", action: { kind: "finish" } } as const;

test("finds no warning in a complete draft", () => {
  expect(messagesFor(sampleDraft())).toEqual([]);
  expect(messagesFor(draftWith(sampleHint))).toEqual([]);
});

test("warns about unreachable steps, dead ends, and default titles", () => {
  const jump: Step = { ...sampleStep("a"), buttons: [finish] };
  const stuck: Step = { ...sampleStep("b", "Stuck"), buttons: [{ label: "Back", action: { kind: "back" } }] };
  expect(messagesFor(sampleDraft([jump, sampleStep("b", "Lost")]))).toEqual([
    "Step 2 “Lost” can’t be reached. No step leads to it.",
  ]);
  expect(messagesFor(sampleDraft([sampleStep("a"), stuck]))).toEqual([
    "Step 1 “Title of a” never leads to the end of the tour. People can only close it.",
    "Step 2 “Stuck” never leads to the end of the tour. People can only close it.",
  ]);
  const [warning] = draftWarnings(sampleDraft([sampleStep("a"), sampleStep("b", "Step 2")]), NOW);
  expect(warning).toEqual({ message: "Step 2 “Step 2” still has its default title.", tab: undefined, step: "b" });
});

test("warns about fragile locators, an ended schedule, and a 0% rollout", () => {
  const weak = draftWith({
    ...sampleHint,
    target: { strategies: [{ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }] },
  });
  expect(messagesFor(weak)[0]).toContain("fragile locator");
  const { edition } = sampleDraft();
  const over: Draft = {
    ...sampleDraft(),
    edition: { ...edition, schedule: { ends_at: "2026-11-20T00:00", zone: "utc" }, rollout: { percent: 0 } },
  };
  expect(messagesFor(over)).toEqual([
    "The schedule has already ended.",
    "The rollout is set to 0%, so no one will see this.",
  ]);
});
