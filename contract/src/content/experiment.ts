import { BUCKET_COUNT, hashBucket } from "../lib/hash-bucket.ts";
import type { Translations } from "../translation/translation.ts";
import type { Body } from "./body.ts";

/** Variants of an experiment. `a` is the content itself. */
export const VARIANTS = ["a", "b", "c", "d"] as const;
export type VariantId = (typeof VARIANTS)[number];

/** The people who never see the content, so that its effect can be measured. */
export const HOLDOUT = "holdout";
export const ARMS: readonly [typeof HOLDOUT, ...typeof VARIANTS] = [HOLDOUT, ...VARIANTS];
export type Arm = (typeof ARMS)[number];

/** Another body for the same content. Audience, schedule, and frequency are shared with the content. */
export interface Variant {
  readonly id: Exclude<VariantId, "a">;
  /** Shown to authors only. */
  readonly name: string;
  /** Percent of the people outside the holdout. All weights add up to 100. */
  readonly weight: number;
  /** Has the same type as the content. */
  readonly body: Body;
  readonly translations?: Translations | undefined;
}

export interface Experiment {
  /** Generated with the experiment. A new seed reassigns everyone. */
  readonly seed: string;
  /** Percent of people who see the original content. */
  readonly weight: number;
  readonly variants: readonly Variant[];
}

/** A person's draw for one variant. The lowest weighted draw wins. */
export interface VariantDraw {
  readonly id: VariantId;
  readonly weight: number;
  /** 0–9,999 */
  readonly bucket: number;
}

/** A person's draws, one per variant: independent of each other and deterministic. */
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
 * Returns a person's variant by weighted rendezvous hashing (Thaler and Ravishankar 1998). Each variant draws its own
 * number, so weight changes move people only from variants that lost weight to variants that gained.
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
