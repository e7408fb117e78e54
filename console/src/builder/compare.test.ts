import { expect, test } from "bun:test";
import { compareEditions } from "./compare.ts";
import { reduceDraft } from "./draft.ts";
import { sampleDraft, sampleStep, sampleSurvey } from "./testing.ts";

const names = { segment: () => "Trials", content: () => undefined };
const base = sampleDraft([sampleStep("a", "Hello"), sampleStep("b", "Bye")]);

test("two equal editions do not differ, whatever the order of their keys", () => {
  expect(compareEditions(base.edition, structuredClone(base.edition), names)).toEqual([]);
});

test("each part that differs is told field by field, and what came and went", () => {
  const changed = reduceDraft(base, { kind: "change_part", part: { ...sampleStep("a", "Welcome"), blocks: [] } });
  const without = reduceDraft(changed, { kind: "remove_part", id: "b" });
  const after = reduceDraft(without, { kind: "insert_part", part: sampleStep("c", "New"), index: 0 });
  const found = compareEditions(base.edition, after.edition, names);
  expect(found.map(({ title, kind }) => [title, kind])).toEqual([
    ["Step 1 “New”", "added"],
    ["Step 2 “Welcome”", "changed"],
    ["Step 2 “Bye”", "deleted"],
  ]);
  expect(found[1]?.changes).toEqual([
    { label: "Title", before: "Hello", after: "Welcome" },
    { label: "Text", before: "Text of a", after: undefined },
  ]);
});

test("another order and other settings are told in words", () => {
  const moved = reduceDraft(base, { kind: "move_part", id: "a", by: 1 });
  const after = reduceDraft(moved, {
    kind: "set_rules",
    change: {
      targeting: { ...base.edition.targeting, audience: { kind: "segment", segment_id: "seg_1" } },
      frequency: { mode: "every", every_days: 7 },
      delay_ms: 1_500,
    },
  });
  const [order, settings] = compareEditions(base.edition, after.edition, names);
  expect(order?.changes).toEqual([{ label: "Order", before: "Hello → Bye", after: "Bye → Hello" }]);
  expect(settings).toEqual({
    title: "Settings",
    kind: "changed",
    changes: [
      { label: "Waits before it starts", before: undefined, after: "1.5 seconds" },
      { label: "Audience", before: undefined, after: "in the segment Trials" },
      { label: "How often", before: "until it is completed", after: "every 7 days" },
    ],
  });
});

test("a survey is compared by its questions and what stands around them", () => {
  const before = { ...base.edition, body: sampleSurvey };
  const [question] = sampleSurvey.questions;
  const after = {
    ...base.edition,
    body: {
      ...sampleSurvey,
      thanks: { title: "Thanks", blocks: [] },
      questions: [
        { ...question, id: "a", kind: "nps", title: "a", required: true, low_label: "No", high_label: "Yes" },
        ...sampleSurvey.questions.slice(1),
      ],
    },
  } as const;
  const [first, settings] = compareEditions(before, after, names);
  expect(first?.changes.map(({ label, after: now }) => [label, now])).toEqual([
    ["Needed", "yes"],
    ["Answer", "0 to 10"],
    ["Low end", "No"],
    ["High end", "Yes"],
  ]);
  expect(settings?.changes).toEqual([{ label: "Thanks", before: undefined, after: "Thanks" }]);
});
