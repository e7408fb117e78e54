import { expect, test } from "bun:test";
import { partsIn } from "@fanfare/contract/content/parts";
import { draftWith, sampleDraft, sampleHint, sampleStep } from "../../../test/support/sample-drafts.ts";
import { neighborOf, reduceDraft } from "./draft-action.ts";

const draft = sampleDraft([sampleStep("a"), sampleStep("b"), sampleStep("c")]);
const order = (next: typeof draft): string =>
  partsIn(next.edition.body)
    .map((step) => step.id)
    .join("");

test("moves a step by one position and stops at both ends", () => {
  expect(order(reduceDraft(draft, { kind: "move_part", id: "b", by: -1 }))).toBe("bac");
  expect(order(reduceDraft(draft, { kind: "move_part", id: "b", by: 1 }))).toBe("acb");
  expect(reduceDraft(draft, { kind: "move_part", id: "a", by: -1 })).toBe(draft);
  expect(reduceDraft(draft, { kind: "move_part", id: "c", by: 1 })).toBe(draft);
  expect(reduceDraft(draft, { kind: "move_part", id: "gone", by: 1 })).toBe(draft);
});

test("inserts a copy after its original, with a new ID", () => {
  const next = reduceDraft(draft, { kind: "duplicate_part", id: "a", copy_id: "x" });
  expect(order(next)).toBe("axbc");
  expect(partsIn(next.edition.body)[1]?.title).toBe("Title of a");
});

test("restores a deleted step at its position", () => {
  const without = reduceDraft(draft, { kind: "remove_part", id: "b" });
  expect(order(without)).toBe("ac");
  expect(reduceDraft(without, { kind: "insert_part", part: sampleStep("b"), index: 1 })).toEqual(draft);
});

test("never mutates the previous draft", () => {
  const before = structuredClone(draft);
  reduceDraft(draft, { kind: "change_part", part: sampleStep("a", "New") });
  reduceDraft(draft, { kind: "set_choices", change: { celebrate_on_completed: "burst" } });
  reduceDraft(draft, { kind: "set_rules", change: { priority: 5 } });
  expect(draft).toEqual(before);
});

test("opens the next step after a deletion, or the last one at the end", () => {
  expect(neighborOf(partsIn(draft.edition.body), "a")).toBe("b");
  expect(neighborOf(partsIn(draft.edition.body), "c")).toBe("b");
  expect(neighborOf([sampleStep("a")], "a")).toBeUndefined();
});

test("ignores a body of another type", () => {
  const confetti = { type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } } as const;
  expect(reduceDraft(draft, { kind: "set_body", body: confetti })).toBe(draft);
});

test("keeps a hint's only step", () => {
  const hint = draftWith(sampleHint);
  expect(reduceDraft(hint, { kind: "remove_part", id: "p" })).toEqual(hint);
  const changed = reduceDraft(hint, { kind: "change_part", part: { id: "p", title: "Keep", blocks: [] } });
  expect(partsIn(changed.edition.body)[0]?.title).toBe("Keep");
});
