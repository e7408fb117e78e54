import { BUCKETS, bucketOf } from "./bucket.ts";
import type { Edition } from "./content.ts";
import { drawsOf, variantFor } from "./experiment.ts";
import { type Candidate, type Facts, holdoutSalt, rolloutSalt } from "./gates.ts";

type Say = (block: string, pass: string, unknown: string) => string;

/** Which part of all people somebody is in, with the number that puts them there. */
export function shareEvidence(
  gate: "holdout" | "percentage",
  { content_id, edition }: Candidate,
  facts: Facts,
  say: Say,
): string {
  const person_id = facts.person?.person_id;
  const place = (salt: string, percent: number): string =>
    person_id === undefined
      ? ""
      : ` Bucket ${bucketOf(salt, person_id)} of ${BUCKETS}; those below ${percent * (BUCKETS / 100)} are.`;
  const { percent = 100, holdout_percent = 0 } = edition.rollout ?? {};
  if (gate === "percentage") {
    if (percent === 100) return "Rolled out to everybody.";
    const where = place(rolloutSalt(content_id), percent);
    return say(
      `Not among the ${percent} % to whom it is rolled out.${where}`,
      `Among the ${percent} % to whom it is rolled out.${where}`,
      "The person is not known.",
    );
  }
  if (holdout_percent === 0) return `Nobody is held out.${variantEvidence(edition, content_id, facts)}`;
  const where =
    facts.arm === undefined ? place(holdoutSalt(content_id), holdout_percent) : " So it was when they met it first.";
  return say(
    `In the holdout: among the ${holdout_percent} % who are held out.${where}`,
    `Not among the ${holdout_percent} % who are held out.${where}${variantEvidence(edition, content_id, facts)}`,
    "The person is not known.",
  );
}

/** Which variant the person gets, and why that one. */
function variantEvidence({ experiment }: Pick<Edition, "experiment">, content_id: string, facts: Facts): string {
  const person_id = facts.person?.person_id;
  if (experiment === undefined || person_id === undefined) return "";
  const named = (id: string): string => {
    const name = experiment.variants.find((variant) => variant.id === id)?.name;
    return name === undefined ? id.toUpperCase() : `${id.toUpperCase()} “${name}”`;
  };
  const met = facts.arm;
  if (met !== undefined && (met === "a" || experiment.variants.some(({ id }) => id === met))) {
    return ` Sees variant ${named(met)}, as when they met it first.`;
  }
  const draws = drawsOf(experiment, content_id, person_id).map(
    ({ id, weight, bucket }) => `${id.toUpperCase()} (${weight} %) ${bucket}`,
  );
  return ` Sees variant ${named(variantFor(experiment, content_id, person_id))}: of ${BUCKETS} it drew ${draws.join(", ")}.`;
}
