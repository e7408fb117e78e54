import { BUCKETS, bucketOf } from "./bucket.ts";
import type { Body, Edition } from "./content.ts";
import type { Translations } from "./translation.ts";

/** The editions of a content that are compared: `a` is the content itself. */
export const VARIANTS = ["a", "b", "c", "d"] as const;
export type VariantId = (typeof VARIANTS)[number];

/** The arm of those who never meet the content, so that its effect can be told. */
export const HOLDOUT = "holdout";
/** What an experiment divides people into. */
export const ARMS = [HOLDOUT, ...VARIANTS] as const;
export type Arm = (typeof ARMS)[number];

/** Another edition of the same content: other words, other steps. Whom it is for, when and how often is the content's. */
export interface Variant {
  readonly id: Exclude<VariantId, "a">;
  /** What authors call it. */
  readonly name: string;
  /** Percent of the people who are not held out. All weights make 100. */
  readonly weight: number;
  /** Of the content's own type. */
  readonly body: Body;
  readonly translations?: Translations | undefined;
}

/** Several editions of one content, each for a part of its people. */
export interface Experiment {
  /** Made when the experiment is; another one draws everybody anew. */
  readonly seed: string;
  /** Percent of the people who get the content itself. */
  readonly weight: number;
  readonly variants: readonly Variant[];
}

/** What one variant of a content drew for a person: the lowest, weighed, wins. */
export interface Draw {
  readonly id: VariantId;
  readonly weight: number;
  /** From 0 to 9,999. */
  readonly bucket: number;
}

type WithExperiment = Pick<Edition, "rollout" | "experiment">;

/** Whether people are divided, be it only into those who meet it and those who are held out. */
export function isExperiment({ rollout, experiment }: WithExperiment): boolean {
  return experiment !== undefined || (rollout?.holdout_percent ?? 0) > 0;
}

/** Names the experiment among those that a content has had: what people met in another one says nothing about this one. */
export function experimentKey({ experiment }: Pick<Edition, "experiment">): string {
  return experiment?.seed ?? "";
}

/** The numbers that a person draws, one for each variant: independent of each other and the same everywhere. */
export function drawsOf(
  { seed, weight, variants }: Experiment,
  content_id: string,
  person_id: string,
): readonly Draw[] {
  return [{ id: "a" as const, weight }, ...variants].map(({ id, weight: share }) => ({
    id,
    weight: share,
    bucket: bucketOf(`${content_id} ${seed} ${id}`, person_id),
  }));
}

/**
 * The variant that a person gets: weighted rendezvous hashing (Thaler and Ravishankar 1998). Each variant draws a number of
 * its own, so that when weights change people move only from what lost to what gained, and nobody between the others.
 *
 * @example
 * variantFor({ seed: "x7", weight: 50, variants: [{ id: "b", weight: 50, … }] }, "cnt_1", "per_42"); // "a"
 */
export function variantFor(experiment: Experiment, content_id: string, person_id: string): VariantId {
  let best: VariantId = "a";
  let least = Number.POSITIVE_INFINITY;
  for (const { id, weight, bucket } of drawsOf(experiment, content_id, person_id)) {
    const time = -Math.log((bucket + 0.5) / BUCKETS) / weight;
    if (time >= least) continue;
    least = time;
    best = id;
  }
  return best;
}

/** What people of an arm are shown: the content itself, or it with the body and translations of their variant. */
export function editionOfArm(edition: Edition, arm: string | undefined): Edition {
  const variant = edition.experiment?.variants.find(({ id }) => id === arm);
  if (variant === undefined) return edition;
  const { body, translations } = variant;
  return { ...edition, body, translations };
}

/** All bodies that somebody may be shown: the content's own first. */
export function bodiesOf({ body, experiment }: Pick<Edition, "body" | "experiment">): readonly Body[] {
  return [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
}

/** What part of the people who are let in each arm is meant to have; they make 1. Arms that nobody is meant for are left out. */
export function sharesOf({ rollout, experiment }: WithExperiment): ReadonlyMap<Arm, number> {
  const held = (rollout?.holdout_percent ?? 0) / 100;
  const weights =
    experiment === undefined
      ? [{ id: "a" as const, weight: 100 }]
      : [{ id: "a" as const, weight: experiment.weight }, ...experiment.variants];
  const shares: (readonly [Arm, number])[] = [
    [HOLDOUT, held],
    ...weights.map(({ id, weight }): readonly [Arm, number] => [id, ((1 - held) * weight) / 100]),
  ];
  return new Map(shares.filter(([, share]) => share > 0));
}
