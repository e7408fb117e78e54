import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/tour";
import type { Draft } from "./draft.ts";
import { publishDoubts } from "./publish-checks.ts";
import { draftWith, sampleDraft, sampleHint, sampleStep } from "./testing.ts";

const NOW = Date.UTC(2026, 10, 21);
const words = (draft: Draft): readonly string[] => publishDoubts(draft, NOW).map((doubt) => doubt.words);
const finish = { label: "Done", action: { kind: "finish" } } as const;

test("a draft that is written and leads to its end raises no doubt", () => {
  expect(words(sampleDraft())).toEqual([]);
  expect(words(draftWith(sampleHint))).toEqual([]);
});

test("a step that nobody reaches, one without an end, and one that nobody wrote are told with their place", () => {
  const jump: Step = { ...sampleStep("a"), buttons: [finish] };
  const stuck: Step = { ...sampleStep("b", "Stuck"), buttons: [{ label: "Back", action: { kind: "back" } }] };
  expect(words(sampleDraft([jump, sampleStep("b", "Lost")]))).toEqual([
    "Step 2 “Lost” is never reached: no way leads there.",
  ]);
  expect(words(sampleDraft([sampleStep("a"), stuck]))).toEqual([
    "Step 1 “Title of a” has no way to the end: people can only close the tour there.",
    "Step 2 “Stuck” has no way to the end: people can only close the tour there.",
  ]);
  const [doubt] = publishDoubts(sampleDraft([sampleStep("a"), sampleStep("b", "Step 2")]), NOW);
  expect(doubt).toEqual({ words: "Step 2 “Step 2” still has the title it began with.", tab: undefined, step: "b" });
});

test("a target with nothing but weak ways, a schedule that is over and a roll-out to nobody are told", () => {
  const weak = draftWith({
    ...sampleHint,
    target: { strategies: [{ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }] },
  });
  expect(words(weak)[0]).toContain("likely to fail");
  const { edition } = sampleDraft();
  const over: Draft = {
    ...sampleDraft(),
    edition: { ...edition, schedule: { ends_at: "2026-11-20T00:00", zone: "utc" }, rollout: { percent: 0 } },
  };
  expect(words(over)).toEqual(["The schedule is over already.", "The roll-out lets nobody in: 0 %."]);
});
