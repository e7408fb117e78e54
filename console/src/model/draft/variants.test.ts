import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { reduceDraft } from "./draft-action.ts";
import { validateDraft } from "./problems.ts";
import { locationForPath, tabForPath } from "./tabs.ts";
import {
  addVariant,
  endExperiment,
  removeVariant,
  variantDifference,
  variantDraft,
  variantIn,
  variantProblems,
} from "./variants.ts";

const withVariants = (count: number): Draft => {
  const draft = sampleDraft();
  let { edition } = draft;
  for (let made = 0; made < count; made++) edition = { ...edition, experiment: addVariant(edition, "s1") };
  return { ...draft, edition };
};
const weights = ({ experiment }: Edition) => [
  experiment?.weight,
  ...(experiment?.variants ?? []).map((each) => each.weight),
];
const titles = ({ edition: { body } }: Draft) => partsIn(body).map(({ title }) => title);

test("creates a variant as a copy, up to 4, with equal shares", () => {
  expect([1, 2, 3].map((count) => weights(withVariants(count).edition))).toEqual([
    [50, 50],
    [34, 33, 33],
    [25, 25, 25, 25],
  ]);
  const full = withVariants(3).edition;
  expect(addVariant(full, "s2")).toBeUndefined();
  expect(full.experiment?.variants.map(({ id }) => id)).toEqual(["b", "c", "d"]);
  expect(full.experiment?.variants[0]?.body).toEqual(full.body);
  const without = { ...full, experiment: removeVariant(full, "b") };
  expect(weights(without)).toEqual([34, 33, 33]);
  expect(addVariant(without, "s2")).toMatchObject({ seed: "s1", variants: [{ id: "c" }, { id: "d" }, { id: "b" }] });
  expect(removeVariant(withVariants(1).edition, "b")).toBeUndefined();
});

test("ends an experiment with the chosen variant for everyone in the rollout", () => {
  const draft = withVariants(2);
  const action = { kind: "rename", name: "x" } as const;
  expect(reduceDraft(draft, action).name).toBe("x");
  const part = { ...sampleStep("won"), title: "Won" };
  const { edition } = reduceDraft(draft, { kind: "in_variant", id: "c", action: { kind: "insert_part", part } });
  const translations = { de: { "won.title": "Gewonnen" } };
  const held = { ...edition, translations, rollout: { percent: 80, holdout_percent: 10 } };
  const ended = endExperiment(held, "c");
  expect(partsIn(ended.body).at(-1)?.title).toBe("Won");
  expect([ended.experiment, ended.rollout, ended.translations]).toEqual([undefined, { percent: 80 }, undefined]);
  const kept = endExperiment({ ...held, rollout: { holdout_percent: 10 } }, "a");
  expect([kept.body, kept.rollout, kept.translations]).toEqual([edition.body, undefined, translations]);
});

test("changes only texts in an open variant, and shared settings for all", () => {
  const draft = withVariants(1);
  const action = { kind: "change_part", part: sampleStep("a", "Shorter") } as const;
  const changed = reduceDraft(draft, { kind: "in_variant", id: "b", action });
  expect(titles(changed)).toEqual(["Title of a", "Title of b"]);
  expect(titles(variantDraft(changed, "b"))).toEqual(["Shorter", "Title of b"]);
  expect(variantDraft(changed, "c")).toBe(changed);
  const rules = { kind: "set_rules", change: { priority: 7, translations: { de: { "a.title": "Kurz" } } } } as const;
  const ruled = reduceDraft(changed, { kind: "in_variant", id: "b", action: rules });
  expect([ruled.edition.priority, ruled.edition.translations]).toEqual([7, undefined]);
  expect(variantIn(ruled.edition, "b")?.translations).toEqual({ de: { "a.title": "Kurz" } });
});

test("shows a variant's problems at its fields, in their tab, with a link", () => {
  const draft = reduceDraft(withVariants(1), {
    ...{ kind: "in_variant", id: "b" },
    action: { kind: "change_part", part: sampleStep("b", "") },
  });
  const problems = validateDraft(draft);
  const [path = ""] = problems.keys();
  expect([path, tabForPath(path)]).toEqual(["experiment.variants.0.body.steps.1.title", "content"]);
  expect(locationForPath(path, draft)).toEqual({ tab: undefined, step: "b", variant: "b" });
  expect([...variantProblems(problems, draft.edition, "b").keys()]).toEqual(["body.steps.1.title"]);
  expect(variantProblems(problems, draft.edition, undefined)).toBe(problems);
});

test("reports experiment shares that don't add up to 100%", () => {
  const { edition, ...rest } = withVariants(1);
  const { experiment } = edition;
  if (experiment === undefined) throw new Error("It has one.");
  const draft = { ...rest, edition: { ...edition, experiment: { ...experiment, weight: 30 } } };
  expect([...validateDraft(draft)]).toEqual([
    ["experiment.weight", "The shares add up to 80%. They must add up to 100%."],
  ]);
  expect(tabForPath("experiment.weight")).toBe("experiment");
});

test("lists a variant's differences part by part", () => {
  const draft = reduceDraft(withVariants(1), {
    ...{ kind: "in_variant", id: "b" },
    action: { kind: "remove_part", id: "a" },
  });
  const variant = variantIn(draft.edition, "b");
  if (variant === undefined) throw new Error("It has one.");
  expect(variantDifference(draft.edition, variant)).toMatchObject({ same: false, parts: [{ id: "a" }] });
});
