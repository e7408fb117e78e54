import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import { type Arm, HOLDOUT } from "./experiment.ts";

type WithExperiment = Pick<Edition, "rollout" | "experiment">;

/** Whether people are divided, be it only into those who meet it and those who are held out. */
export function isExperiment({ rollout, experiment }: WithExperiment): boolean {
  return experiment !== undefined || (rollout?.holdout_percent ?? 0) > 0;
}

/** Names the experiment among those that a content has had: what people met in another one says nothing about this one. */
export function experimentKey({ experiment }: Pick<Edition, "experiment">): string {
  return experiment?.seed ?? "";
}

/** What people of an arm are shown: the content itself, or it with the body and translations of their variant. */
export function editionForArm(edition: Edition, arm: string | undefined): Edition {
  const variant = edition.experiment?.variants.find(({ id }) => id === arm);
  if (variant === undefined) return edition;
  const { body, translations } = variant;
  return { ...edition, body, translations };
}

/** All bodies that somebody may be shown: the content's own first. */
export function variantBodies({ body, experiment }: Pick<Edition, "body" | "experiment">): readonly Body[] {
  return [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
}

/** What part of the people who are let in each arm is meant to have; they make 1. Arms that nobody is meant for are left out. */
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
