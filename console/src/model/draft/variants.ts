import type { Edition } from "@fanfare/contract/content/content";
import { type Experiment, VARIANTS, type Variant, type VariantId } from "@fanfare/contract/content/experiment";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { type Draft, sameValue } from "@fanfare/contract/draft/draft-merge";
import { t } from "../../lib/i18n/t.ts";
import { ARM_LABELS } from "./arm-labels.ts";
import type { Problems } from "./problems.ts";

/** ID of a variant with its own body: all except A, which is the content itself. */
export type OtherVariantId = Variant["id"];

export const LETTERS: Readonly<Record<VariantId, string>> = { a: "A", b: "B", c: "C", d: "D" };

export function variantTitle({ id, name }: Pick<Variant, "id" | "name">): string {
  return t("{letter} “{name}”", { letter: LETTERS[id], name });
}

/** Returns the draft with a variant's texts in place of the content's own. Unchanged if the variant doesn't exist. */
export function variantDraft(draft: Draft, id: string | undefined): Draft {
  const variant = variantIn(draft.edition, id);
  if (variant === undefined) return draft;
  const { body, translations } = variant;
  return { ...draft, edition: { ...draft.edition, body, translations } };
}

/** Writes a changed variant draft back: texts to the variant, other settings to the content. */
export function withVariantDraft(draft: Draft, id: OtherVariantId, changed: Draft): Draft {
  const { experiment, body, translations } = draft.edition;
  if (experiment === undefined) return draft;
  const variants = experiment.variants.map((each) => {
    if (each.id !== id) return each;
    const { translations: _, ...rest } = each;
    const { body: own, translations: words } = changed.edition;
    return { ...rest, body: own, ...(words === undefined ? {} : { translations: words }) };
  });
  return { ...changed, edition: { ...changed.edition, body, translations, experiment: { ...experiment, variants } } };
}

export function variantIn({ experiment }: Edition, id: string | undefined): Variant | undefined {
  return experiment?.variants.find((each) => each.id === id);
}

/** Rewrites problem paths to match the fields of the open variant. */
export function variantProblems(problems: Problems, edition: Edition, id: string | undefined): Problems {
  const index = edition.experiment?.variants.findIndex((each) => each.id === id) ?? -1;
  if (index < 0) return problems;
  const prefix = `experiment.variants.${index}.`;
  const own = (path: string): boolean => path === "body" || /^(body|translations)\./.test(path);
  return new Map(
    [...problems].flatMap(([path, words]): readonly (readonly [string, string])[] => {
      if (own(path)) return [];
      const inner = path.startsWith(prefix) ? path.slice(prefix.length) : "";
      return [[own(inner) ? inner : path, words]];
    }),
  );
}

/** Returns the variant of a problem's path, and the path within it. */
export function variantOfPath(path: string, { experiment }: Edition): readonly [OtherVariantId | undefined, string] {
  const [, index, inner] = /^experiment\.variants\.(\d+)\.((?:body|translations)\b.*)$/.exec(path) ?? [];
  const variant = index === undefined ? undefined : experiment?.variants[Number(index)];
  return variant === undefined || inner === undefined ? [undefined, path] : [variant.id, inner];
}

/** Adds a copy of the content as variant and splits people evenly. `seed` is for the first variant. */
export function addVariant({ experiment, body, translations }: Edition, seed: string): Experiment | undefined {
  const taken = experiment?.variants ?? [];
  const id = VARIANTS.find(
    (each): each is OtherVariantId => each !== "a" && !taken.some((variant) => variant.id === each),
  );
  if (id === undefined) return undefined;
  const words = translations === undefined ? {} : { translations };
  const variants = [...taken, { id, name: ARM_LABELS[id], weight: 0, body, ...words }];
  return evenWeights({ seed: experiment?.seed ?? seed, weight: 0, variants });
}

/** Removes a variant and splits people evenly. Undefined if only the content itself is left. */
export function removeVariant({ experiment }: Edition, id: OtherVariantId): Experiment | undefined {
  const variants = experiment?.variants.filter((each) => each.id !== id) ?? [];
  return experiment === undefined || variants.length === 0 ? undefined : evenWeights({ ...experiment, variants });
}

/** Ends the experiment: everyone in the rollout sees one variant, those of the holdout included. */
export function endExperiment(edition: Edition, winner: VariantId): Edition {
  const { experiment: _, rollout, ...rest } = edition;
  const percent = rollout?.percent;
  const { body, translations } = variantIn(edition, winner) ?? edition;
  return {
    ...rest,
    body,
    translations,
    rollout: percent === undefined ? undefined : { percent },
    experiment: undefined,
  };
}

/** Equal weights in whole percentages. The first variants get the remainder. */
function evenWeights(experiment: Experiment): Experiment {
  const count = experiment.variants.length + 1;
  const share = (index: number): number => Math.floor(100 / count) + (index < 100 % count ? 1 : 0);
  const variants = experiment.variants.map((each, index) => ({ ...each, weight: share(index + 1) }));
  return { ...experiment, weight: share(0), variants };
}

/** Compares a variant with the content: titles of changed parts, and whether anything differs. */
export function variantDifference(
  edition: Edition,
  variant: Variant,
): { readonly same: boolean; readonly parts: readonly Part[] } {
  const mine = partsIn(edition.body);
  const theirs = partsIn(variant.body);
  const parts = [
    ...theirs.filter(
      (part) =>
        !sameValue(
          part,
          mine.find(({ id }) => id === part.id),
        ),
    ),
    ...mine.filter(({ id }) => !theirs.some((part) => part.id === id)),
  ];
  return {
    same: sameValue(edition.body, variant.body) && sameValue(edition.translations, variant.translations),
    parts,
  };
}
