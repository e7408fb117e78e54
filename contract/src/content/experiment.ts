import { BUCKET_COUNT, hashBucket } from "../lib/hash-bucket.ts";
import type { Body } from "./body.ts";
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
export interface VariantDraw {
  readonly id: VariantId;
  readonly weight: number;
  /** From 0 to 9,999. */
  readonly bucket: number;
}

/** The numbers that a person draws, one for each variant: independent of each other and the same everywhere. */
export function variantDraws(
  { seed, weight, variants }: Experiment,
  content_id: string,
  person_id: string,
): readonly VariantDraw[] {
  return [{ id: "a" as const, weight }, ...variants].map(({ id, weight: share }) => ({
    id,
    weight: share,
    bucket: hashBucket(`${content_id} ${seed} ${id}`, person_id),
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
  for (const { id, weight, bucket } of variantDraws(experiment, content_id, person_id)) {
    const time = -Math.log((bucket + 0.5) / BUCKET_COUNT) / weight;
    if (time >= least) continue;
    least = time;
    best = id;
  }
  return best;
}
