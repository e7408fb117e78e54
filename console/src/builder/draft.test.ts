import { expect, test } from "bun:test";
import { neighbourOf, reduceDraft, stepsOf } from "./draft.ts";
import { sampleDraft, sampleStep } from "./testing.ts";

const draft = sampleDraft([sampleStep("a"), sampleStep("b"), sampleStep("c")]);
const order = (next: typeof draft): string =>
  stepsOf(next)
    .map((step) => step.id)
    .join("");

test("a step moves by one and stays where it is at both ends", () => {
  expect(order(reduceDraft(draft, { kind: "move_step", id: "b", by: -1 }))).toBe("bac");
  expect(order(reduceDraft(draft, { kind: "move_step", id: "b", by: 1 }))).toBe("acb");
  expect(reduceDraft(draft, { kind: "move_step", id: "a", by: -1 })).toBe(draft);
  expect(reduceDraft(draft, { kind: "move_step", id: "c", by: 1 })).toBe(draft);
  expect(reduceDraft(draft, { kind: "move_step", id: "gone", by: 1 })).toBe(draft);
});

test("a copy follows its original under an id of its own", () => {
  const next = reduceDraft(draft, { kind: "duplicate_step", id: "a", copy_id: "x" });
  expect(order(next)).toBe("axbc");
  expect(stepsOf(next)[1]?.title).toBe("Title of a");
});

test("a deleted step comes back where it was", () => {
  const without = reduceDraft(draft, { kind: "remove_step", id: "b" });
  expect(order(without)).toBe("ac");
  expect(reduceDraft(without, { kind: "insert_step", step: sampleStep("b"), index: 1 })).toEqual(draft);
});

test("a change leaves the earlier draft as it was", () => {
  const before = structuredClone(draft);
  reduceDraft(draft, { kind: "change_step", step: sampleStep("a", "New") });
  reduceDraft(draft, { kind: "set_tour", change: { celebrate_on_completed: "burst" } });
  reduceDraft(draft, { kind: "set_rules", change: { priority: 5 } });
  expect(draft).toEqual(before);
});

test("after a deletion the step that took the place is open, at the end the last", () => {
  expect(neighbourOf(stepsOf(draft), "a")).toBe("b");
  expect(neighbourOf(stepsOf(draft), "c")).toBe("b");
  expect(neighbourOf([sampleStep("a")], "a")).toBeUndefined();
});
