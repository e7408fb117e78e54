import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { Strategy } from "@fanfare/contract/target/target";
import { sampleDraft, sampleEdition, sampleStep, sampleSurvey } from "../../../test/support/sample-drafts.ts";
import { reduceDraft } from "../draft/draft-action.ts";
import { asAnchored } from "../draft/steps.ts";
import { compareEditions } from "./compare.ts";

const names = { segment: () => "Trials", content: (ref: string) => CALLED[ref], theme: () => "Brand" };
const CALLED: Readonly<Record<string, string>> = { cnt_1: "Welcome tour", tips: "Tips" };
const base = sampleDraft([sampleStep("a", "Hello"), sampleStep("b", "Bye")]);

test("finds no difference between equal editions with different key order", () => {
  expect(compareEditions(base.edition, structuredClone(base.edition), names)).toEqual([]);
});

test("lists changed fields of each part, and added and removed parts", () => {
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

test("describes changes of order and settings", () => {
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
      { label: "Delay", before: undefined, after: "1.5 seconds" },
      { label: "Audience", before: undefined, after: "in segment Trials" },
      { label: "Frequency", before: "until completed", after: "every 7 days" },
    ],
  });
});

test("compares a survey by its questions and surrounding texts", () => {
  const before = { ...base.edition, body: sampleSurvey };
  const [question] = sampleSurvey.questions;
  const after = {
    ...base.edition,
    body: {
      ...sampleSurvey,
      thanks: { title: "Thank-you message", blocks: [] },
      questions: [
        { ...question, id: "a", kind: "nps", title: "a", required: true, low_label: "No", high_label: "Yes" },
        ...sampleSurvey.questions.slice(1),
      ],
    },
  } as const;
  const [first, settings] = compareEditions(before, after, names);
  expect(first?.changes.map(({ label, after: now }) => [label, now])).toEqual([
    ["Required", "yes"],
    ["Answer", "0 to 10"],
    ["Low end", "No"],
    ["High end", "Yes"],
  ]);
  expect(settings?.changes).toEqual([{ label: "Thank-you message", before: undefined, after: "Thank-you message" }]);
});

test("shows names instead of IDs, slugs, and positions", () => {
  const [one, two] = [sampleStep("a", "Hello"), sampleStep("b", "Bye")];
  const skip_if = { kind: "content", content_id: "cnt_1", state: "completed" } as const;
  const after = {
    ...base.edition,
    theme: "thm_1",
    trigger: { kind: "completed", content: "tips" } as const,
    targeting: { ...base.edition.targeting, audience: skip_if },
    body: {
      ...base.edition.body,
      steps: [
        {
          ...one,
          buttons: [
            { label: "Skip", action: { kind: "go_to", step_id: "b" } },
            { label: "More actions", action: { kind: "start", content: "tips" } },
            { label: "Gone", action: { kind: "start", content: "gone" } },
          ],
        },
        two,
      ],
    },
  } as Edition;
  const [step, settings] = compareEditions(base.edition, after, names);
  expect(step?.changes.map((change) => change.after)).toEqual([
    "“Skip” opens Step 2 “Bye”, “More actions” starts Tips, “Gone” starts gone",
  ]);
  expect(settings?.changes.map((change) => [change.label, change.after])).toEqual([
    ["Trigger", "after Tips is completed"],
    ["Audience", "completed Welcome tour"],
    ["Theme", "Brand"],
  ]);
});

test("describes where a target is searched for", () => {
  const pointing = (...strategies: readonly Strategy[]) =>
    ({ ...asAnchored(sampleStep("a", "Hello"), undefined), target: { strategies } }) as const;
  const before = sampleEdition([pointing({ kind: "css", value: ".save" })]);
  const after = sampleEdition([
    pointing({ kind: "role_name", role: "button", name: "Save" }, { kind: "attribute", name: "data-x", value: "1" }),
  ]);
  expect(compareEditions(before, after, names)[0]?.changes).toEqual([
    { label: "Target", before: "selector .save", after: "button “Save”, or attribute data-x=1" },
  ]);
});

test("matches translations by their text, also when its step was renamed or moved", () => {
  const step = (id: string, title: string) => sampleStep(id, title);
  const texts = { "a.title": "مرحبًا", "b.title": "وداعًا" };
  const before = { ...sampleEdition([step("a", "Hello"), step("b", "Bye")]), translations: { ar: texts } };
  const after = {
    ...sampleEdition([step("b", "See you"), step("a", "Hello")]),
    translations: { ar: { ...texts, "b.title": "إلى اللقاء" } },
  };
  const [changed] = compareEditions(before, after, names).filter(({ title }) => title === "Arabic texts");
  expect(changed?.changes).toEqual([{ label: "Step 1: See you: Title", before: "وداعًا", after: "إلى اللقاء" }]);
  const only_moved = { ...after, translations: { ar: texts } };
  expect(compareEditions(before, only_moved, names).map(({ title }) => title)).not.toContain("Arabic texts");
});

test("names the languages of a content's translations", () => {
  const differences = compareEditions(base.edition, { ...base.edition, translations: { ar: {}, de: {} } }, names);
  expect(differences.flatMap(({ changes }) => changes)).toContainEqual({
    ...{ label: "Translations", before: undefined },
    after: "Arabic, German",
  });
});

test("compares texts separately by language and variant", () => {
  const before = { ...base.edition, locale: "en", translations: { de: { "a.title": "Hallo" }, fr: { x: "Perdu" } } };
  const variant = (title: string): Edition["experiment"] => ({
    ...{ seed: "s", weight: 50 },
    variants: [{ id: "b", name: "Short", weight: 50, body: sampleEdition([sampleStep("a", title)]).body }],
  });
  const after = {
    ...before,
    translations: { de: { "a.title": "Guten Tag", "b.title": "Tschüss" }, it: { "a.title": "Ciao" } },
  };
  const changesBetween = (first: Edition, second: Edition) =>
    compareEditions(first, second, names)
      .filter(({ title }) => title !== "Settings")
      .map(({ title, kind, changes }) => [title, kind, changes.map(({ label, after: now }) => `${label} → ${now}`)]);
  expect(changesBetween(before, after)).toEqual([
    ["German texts", "changed", ["Step 1: Hello: Title → Guten Tag", "Step 2: Bye: Title → Tschüss"]],
    ["Italian texts", "added", ["Step 1: Hello: Title → Ciao"]],
    ["French texts", "deleted", ["Unused → undefined"]],
  ]);
  expect(changesBetween({ ...before, experiment: variant("Hi") }, { ...before, experiment: variant("Hey") })).toEqual([
    ["Variant B “Short”: Step 1 “Hey”", "changed", ["Title → Hey"]],
  ]);
});
