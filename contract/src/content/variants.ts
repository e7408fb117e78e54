import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import { type Arm, HOLDOUT } from "./experiment.ts";

type WithExperiment = Pick<Edition, "rollout" | "experiment">;

/** Whether people are split into arms, even if only into shown and holdout. */
export function isExperiment({ rollout, experiment }: WithExperiment): boolean {
  return experiment !== undefined || (rollout?.holdout_percent ?? 0) > 0;
}

/** Identifies one of the content's experiments over time. Results of different experiments aren't comparable. */
export function experimentKey({ experiment }: Pick<Edition, "experiment">): string {
  return experiment?.seed ?? "";
}

/** The edition with the body and translations of the arm's variant. */
export function editionForArm(edition: Edition, arm: string | undefined): Edition {
  const variant = edition.experiment?.variants.find(({ id }) => id === arm);
  if (variant === undefined) return edition;
  const { body, translations } = variant;
  return { ...edition, body, translations };
}

/** All bodies that people may be shown, the original first. */
export function variantBodies({ body, experiment }: Pick<Edition, "body" | "experiment">): readonly Body[] {
  return [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
}

/** Expected share of each arm among people in the rollout. Shares add up to 1; arms without a share are left out. */
export function expectedShares({ rollout, experiment }: WithExperiment): ReadonlyMap<Arm, number> {
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
