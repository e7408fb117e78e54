import { expect, test } from "bun:test";
import { tourSteps } from "@fanfare/contract/content/positions";
import type { Question } from "@fanfare/contract/content/survey";
import { type Draft, mergeDrafts, sameValue } from "@fanfare/contract/draft/draft-merge";
import { draftWith, sampleDraft, sampleStep, sampleSurvey } from "../../../test/support/sample-drafts.ts";
import { type DraftAction, reduceDraft } from "./draft-action.ts";
import { describeChanges } from "./merge.ts";

const base = sampleDraft([sampleStep("a"), sampleStep("b")]);
const after = (...actions: DraftAction[]): Draft => actions.reduce(reduceDraft, base);

const renamed: DraftAction = { kind: "rename", name: "Hello" };
const changedA: DraftAction = { kind: "change_part", part: sampleStep("a", "Mine") };
const changedB: DraftAction = { kind: "change_part", part: sampleStep("b", "Theirs") };

test("merges changes to different parts", () => {
  const merged = mergeDrafts(base, after(changedA), after(changedB, renamed));
  expect(merged).toEqual({ ...after(changedA, changedB, renamed), edition: expect.anything() });
  expect(sameValue(merged ?? base, after(changedA, changedB, renamed))).toBe(true);
});

test("reports a conflict for two different changes to one part", () => {
  expect(
    mergeDrafts(base, after(changedA), after({ kind: "change_part", part: sampleStep("a", "Other") })),
  ).toBeUndefined();
  expect(mergeDrafts(base, after(changedA), after(changedA))).toBeDefined();
});

test("reports a conflict when a deleted step was changed, and deletes others", () => {
  const deleted: DraftAction = { kind: "remove_part", id: "a" };
  expect(mergeDrafts(base, after(changedA), after(deleted))).toBeUndefined();
  const both = mergeDrafts(base, after(changedB), after(deleted));
  const merged = both === undefined ? [] : tourSteps(both.edition.body);
  expect(merged.map((step) => step.title)).toEqual(["Theirs"]);
});

test("keeps a celebration turned off by one side", () => {
  const festive = after({ kind: "set_choices", change: { celebrate_on_completed: "rain" } });
  const plain = reduceDraft(festive, { kind: "set_choices", change: { celebrate_on_completed: undefined } });
  const merged = mergeDrafts(festive, plain, reduceDraft(festive, renamed));
  expect(merged?.edition.body.celebrate_on_completed).toBeUndefined();
});

test("describes the other side's changes with the labels of the UI", () => {
  expect(describeChanges(base, after(changedB, renamed, { kind: "set_rules", change: { tags: ["new"] } }))).toEqual([
    "Step 2 “Theirs” changed",
    "Name changed",
    "Tags changed",
  ]);
  expect(describeChanges(base, after({ kind: "insert_part", part: sampleStep("c", "Extra") }))).toEqual([
    "Step 3 “Extra” added",
  ]);
  expect(describeChanges(base, after({ kind: "remove_part", id: "a" }))).toEqual(["Step 1 “Title of a” deleted"]);
  expect(describeChanges(base, after({ kind: "move_part", id: "a", by: 1 }))).toEqual(["Step order changed"]);
  expect(describeChanges(base, structuredClone(base))).toEqual([]);
});

test("ignores key order and fields that are turned off", () => {
  const [first, ...rest] = tourSteps(base.edition.body);
  const reversed = Object.fromEntries(Object.entries(first ?? {}).toReversed()) as typeof first;
  const other = sampleDraft([{ ...(reversed ?? sampleStep("a")), next_label: undefined }, ...rest]);
  expect(sameValue(base, other)).toBe(true);
});

test("keeps everything that neither side changed, for a full edition", () => {
  const full = reduceDraft(base, {
    kind: "set_rules",
    change: {
      schedule: { starts_at: "2026-12-01T09:00", zone: "person" },
      delay_ms: 2_000,
      rollout: { percent: 20, holdout_percent: 5 },
      targeting: { ...base.edition.targeting, audience: { kind: "device", devices: ["phone"] }, people: "identified" },
    },
  });
  const mine = reduceDraft(full, renamed);
  const theirs = reduceDraft(full, changedB);
  expect(mergeDrafts(full, mine, theirs)).toEqual(reduceDraft(mine, changedB));
  expect(describeChanges(full, base)).toEqual([
    "Audience changed",
    "Schedule changed",
    "Delay changed",
    "Rollout changed",
  ]);
});

test("merges changes to pages and audience separately", () => {
  const targeting = base.edition.targeting;
  const pages: DraftAction = {
    kind: "set_rules",
    change: { targeting: { ...targeting, urls: { include: ["/a"], exclude: [] } } },
  };
  const people: DraftAction = { kind: "set_rules", change: { targeting: { ...targeting, people: "anonymous" } } };
  expect(mergeDrafts(base, after(pages), after(people))?.edition.targeting).toEqual({
    urls: { include: ["/a"], exclude: [] },
    people: "anonymous",
  });
});

test("merges a survey by question and by setting", () => {
  const survey = draftWith(sampleSurvey);
  const question: Question = { id: "b", kind: "text", title: "Theirs", required: true, long: true };
  const mine = reduceDraft(survey, { kind: "set_body", body: { ...sampleSurvey, form: "modal" } });
  const theirs = reduceDraft(survey, { kind: "change_part", part: question });
  const merged = mergeDrafts(survey, mine, theirs);
  expect(merged?.edition.body).toMatchObject({ form: "modal", questions: [{ title: "a" }, { title: "Theirs" }] });
  expect(describeChanges(survey, merged ?? survey)).toEqual(["Question 2 “Theirs” changed", "Format changed"]);
});
