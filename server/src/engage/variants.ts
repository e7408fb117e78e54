import type { Edition } from "@fanfare/contract/content";
import { editionOfArm, HOLDOUT, isExperiment, type VariantId, variantFor } from "@fanfare/contract/experiment";
import type { PersonFacts } from "./person-facts.ts";
import type { PublishedContent } from "./published.ts";

/** Editions are frozen: that of each variant is put together once. */
const editions = new WeakMap<Edition, Map<string, Edition>>();

/** The variant that a person gets of an experiment: the one that they met before, or their draw. Undefined of anything else. */
export function variantOf(
  { content_id, edition }: Pick<PublishedContent, "content_id" | "edition">,
  { arms, rules }: Pick<PersonFacts, "arms" | "rules">,
): VariantId | undefined {
  if (!isExperiment(edition)) return undefined;
  const { experiment } = edition;
  if (experiment === undefined) return "a";
  const met = arms.get(content_id);
  if (met === "a") return met;
  const known = experiment.variants.find(({ id }) => id === met);
  if (known !== undefined) return known.id;
  return rules.person_id === undefined ? "a" : variantFor(experiment, content_id, rules.person_id);
}

/** The content as the people of a variant see it: the same object each time. */
export function editionFor(edition: Edition, variant: string | undefined): Edition {
  if (variant === undefined || variant === "a" || variant === HOLDOUT || edition.experiment === undefined)
    return edition;
  const known = editions.get(edition) ?? new Map<string, Edition>();
  editions.set(edition, known);
  const made = known.get(variant) ?? editionOfArm(edition, variant);
  known.set(variant, made);
  return made;
}
