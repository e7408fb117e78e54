import { expect, test } from "bun:test";
import { stepsOf } from "@fanfare/contract/stations";
import { type Draft, type DraftAction, reduceDraft } from "./draft.ts";
import { describeChanges, mergeDrafts, sameValue } from "./merge.ts";
import { sampleDraft, sampleStep } from "./testing.ts";

const base = sampleDraft([sampleStep("a"), sampleStep("b")]);
const after = (...actions: DraftAction[]): Draft => actions.reduce(reduceDraft, base);

const renamed: DraftAction = { kind: "rename", name: "Hello" };
const changedA: DraftAction = { kind: "change_step", step: sampleStep("a", "Mine") };
const changedB: DraftAction = { kind: "change_step", step: sampleStep("b", "Theirs") };

test("changes to different parts go together", () => {
  const merged = mergeDrafts(base, after(changedA), after(changedB, renamed));
  expect(merged).toEqual({ ...after(changedA, changedB, renamed), edition: expect.anything() });
  expect(sameValue(merged ?? base, after(changedA, changedB, renamed))).toBe(true);
});

test("two changes to one part do not go together, unless they are the same change", () => {
  expect(mergeDrafts(base, after(changedA), after({ ...changedA, step: sampleStep("a", "Other") }))).toBeUndefined();
  expect(mergeDrafts(base, after(changedA), after(changedA))).toBeDefined();
});

test("a step that one deleted and the other changed is a conflict, an untouched one goes", () => {
  const deleted: DraftAction = { kind: "remove_step", id: "a" };
  expect(mergeDrafts(base, after(changedA), after(deleted))).toBeUndefined();
  const both = mergeDrafts(base, after(changedB), after(deleted));
  const merged = both === undefined ? [] : stepsOf(both.edition.body);
  expect(merged.map((step) => step.title)).toEqual(["Theirs"]);
});

test("a celebration that one switched off stays off", () => {
  const festive = after({ kind: "set_tour", change: { celebrate_on_completed: "rain" } });
  const plain = reduceDraft(festive, { kind: "set_tour", change: { celebrate_on_completed: undefined } });
  const merged = mergeDrafts(festive, plain, reduceDraft(festive, renamed));
  expect(merged?.edition.body.celebrate_on_completed).toBeUndefined();
});

test("what the other changed is named in the words of the screen", () => {
  expect(describeChanges(base, after(changedB, renamed, { kind: "set_rules", change: { tags: ["new"] } }))).toEqual([
    "step 2 “Theirs” was changed",
    "the name was changed",
    "the tags were changed",
  ]);
  expect(describeChanges(base, after({ kind: "insert_step", step: sampleStep("c", "Extra") }))).toEqual([
    "step 3 “Extra” was added",
  ]);
  expect(describeChanges(base, after({ kind: "remove_step", id: "a" }))).toEqual(["step 1 “Title of a” was deleted"]);
  expect(describeChanges(base, after({ kind: "move_step", id: "a", by: 1 }))).toEqual([
    "the order of the steps was changed",
  ]);
  expect(describeChanges(base, structuredClone(base))).toEqual([]);
});

test("the order of keys and switched-off fields make no difference", () => {
  const [first, ...rest] = stepsOf(base.edition.body);
  const reversed = Object.fromEntries(Object.entries(first ?? {}).toReversed()) as typeof first;
  const other = sampleDraft([{ ...(reversed ?? sampleStep("a")), next_label: undefined }, ...rest]);
  expect(sameValue(base, other)).toBe(true);
});
