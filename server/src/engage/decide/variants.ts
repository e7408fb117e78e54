import type { Edition } from "@fanfare/contract/content/content";
import { HOLDOUT, type VariantId, variantFor } from "@fanfare/contract/content/experiment";
import { editionForArm, isExperiment } from "@fanfare/contract/content/variants";
import type { PersonFacts } from "./person-facts.ts";
import type { PublishedContent } from "./published-content.ts";

/** Editions are frozen, so each variant's edition is built once. */
const editions = new WeakMap<Edition, Map<string, Edition>>();

/** The person's variant: the one seen before, or a draw. Undefined without an experiment. */
export function assignedVariant(
  { content_id, edition }: Pick<PublishedContent, "content_id" | "edition">,
  { arms, rules }: Pick<PersonFacts, "arms" | "rules">,
): VariantId | undefined {
  if (!isExperiment(edition)) return undefined;
  const { experiment } = edition;
  if (experiment === undefined) return "a";
  const variant = arms.get(content_id);
  if (variant === "a") return variant;
  const known = experiment.variants.find(({ id }) => id === variant);
  if (known !== undefined) return known.id;
  return rules.person_id === undefined ? "a" : variantFor(experiment, content_id, rules.person_id);
}

/** Returns a variant's edition, always the same object. */
export function variantEdition(edition: Edition, variant: string | undefined): Edition {
  if (variant === undefined || variant === "a" || variant === HOLDOUT || edition.experiment === undefined)
    return edition;
  const known = editions.get(edition) ?? new Map<string, Edition>();
  editions.set(edition, known);
  const made = known.get(variant) ?? editionForArm(edition, variant);
  known.set(variant, made);
  return made;
}
