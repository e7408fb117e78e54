import type { Edition } from "../content/content.ts";
import { variantDraws, variantFor } from "../content/experiment.ts";
import { BUCKET_COUNT, hashBucket } from "../lib/hash-bucket.ts";
import type { Cause } from "../wording/cause.ts";
import { evidence } from "../wording/evidence.ts";
import { type Candidate, type Facts, holdoutSalt, rolloutSalt } from "./gates.ts";
import type { GateStatus } from "./page-gates.ts";

export function percentageEvidence(
  status: GateStatus,
  { content_id, edition }: Candidate,
  facts: Facts,
): readonly Cause[] {
  const { percent = 100 } = edition.rollout ?? {};
  if (percent === 100) return [evidence("rollout_everyone")];
  if (status === "unknown") return [evidence("person_unknown")];
  const code = status === "block" ? "rollout_out" : "rollout_in";
  return [evidence(code, { percent }), ...bucketEvidence(rolloutSalt(content_id), percent, facts)];
}

/** Whether a person is in the holdout, with their bucket or, outside of it, their variant. */
export function holdoutEvidence(
  status: GateStatus,
  { content_id, edition }: Candidate,
  facts: Facts,
): readonly Cause[] {
  const { holdout_percent: percent = 0 } = edition.rollout ?? {};
  if (percent === 0) return [evidence("no_holdout"), ...variantEvidence(edition, content_id, facts)];
  if (status === "unknown") return [evidence("person_unknown")];
  const place =
    facts.arm === undefined ? bucketEvidence(holdoutSalt(content_id), percent, facts) : [evidence("assigned")];
  if (status === "block") return [evidence("holdout_in", { percent }), ...place];
  return [evidence("holdout_out", { percent }), ...place, ...variantEvidence(edition, content_id, facts)];
}

function bucketEvidence(salt: string, percent: number, { person }: Facts): readonly Cause[] {
  const person_id = person?.person_id;
  if (person_id === undefined) return [];
  const buckets = BUCKET_COUNT;
  return [evidence("bucket", { bucket: hashBucket(salt, person_id), buckets, edge: percent * (buckets / 100) })];
}

function variantEvidence(
  { experiment }: Pick<Edition, "experiment">,
  content_id: string,
  facts: Facts,
): readonly Cause[] {
  const person_id = facts.person?.person_id;
  if (experiment === undefined || person_id === undefined) return [];
  const named = (id: string): string => {
    const name = experiment.variants.find((variant) => variant.id === id)?.name;
    return name === undefined ? id.toUpperCase() : `${id.toUpperCase()} “${name}”`;
  };
  const { arm } = facts;
  if (arm !== undefined && (arm === "a" || experiment.variants.some(({ id }) => id === arm))) {
    return [evidence("variant_assigned", { variant: named(arm) })];
  }
  const draws = variantDraws(experiment, content_id, person_id).map(
    ({ id, weight, bucket }) => `${id.toUpperCase()} (${weight}%) ${bucket}`,
  );
  const variant = named(variantFor(experiment, content_id, person_id));
  return [evidence("variant_drawn", { variant, buckets: BUCKET_COUNT, draws })];
}
