import { VARIANTS, type VariantId } from "../content/experiment.ts";
import { BUCKET_COUNT, hashBucket } from "../lib/hash-bucket.ts";
import type { LiveUpdateBody } from "./live-update.ts";

/** An A/B test of a live update. Variant A is its own body, and the others are B to D in their order. */
export interface MessageExperiment {
  /** Percent of people who get variant A. All weights add up to 100. */
  readonly weight: number;
  readonly variants: readonly { readonly weight: number; readonly body: LiveUpdateBody }[];
  /** Completions of this goal after the live update was seen are compared, too. */
  readonly goal_id: string | null;
}

interface Tested {
  readonly body: LiveUpdateBody;
  readonly experiment: MessageExperiment | null;
}

/** The variants that people get, A first. Only A without an experiment. */
export function messageVariants({ body, experiment }: Tested) {
  const all = [{ weight: experiment?.weight ?? 100, body }, ...(experiment?.variants ?? [])];
  return VARIANTS.flatMap((id, index) => {
    const variant = all[index];
    return variant === undefined ? [] : [{ id, ...variant }];
  });
}

/**
 * A person's variant. It depends only on the thread (the first live update of its resends) and the person.
 *
 * @example
 * drawMessageVariant({ body, experiment }, "lup_1", "per_42"); // "b"
 */
export function drawMessageVariant(tested: Tested, thread: string, person_id: string): VariantId {
  const bucket = hashBucket(`${thread} message`, person_id);
  let end = 0;
  for (const { id, weight } of messageVariants(tested)) {
    end += weight * (BUCKET_COUNT / 100);
    if (bucket < end) return id;
  }
  return "a";
}

export function bodyOfVariant(tested: Tested, variant: VariantId): LiveUpdateBody {
  return messageVariants(tested).find(({ id }) => id === variant)?.body ?? tested.body;
}
