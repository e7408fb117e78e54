import type { Arm } from "@fanfare/contract/experiment";
import type { Estimate, ExperimentArm, ExperimentReport, Lift } from "@fanfare/contract/schema/experiment";
import { armTitle } from "../builder/arm-look.ts";

/** 0.125 → "12.5 %". */
export function percent(share: number): string {
  return `${(Math.round(share * 1_000) / 10).toLocaleString("en")} %`;
}

/** A difference of shares: "+4 points". */
export function points(difference: number): string {
  const value = Math.round(difference * 1_000) / 10;
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toLocaleString("en")}`;
}

export const range = ({ low, high }: Estimate, say: (value: number) => string): string => `${say(low)} to ${say(high)}`;

/** What one arm of a goal came to, in a sentence; undefined for the control. */
export function conclusion(
  { arm, lift }: Pick<ExperimentArm, "arm" | "lift">,
  { arms, control }: Pick<ExperimentReport, "arms" | "control">,
): string | undefined {
  if (lift === null) return undefined;
  const named = (id: Arm): string => armTitle(id, arms.find((each) => each.arm === id)?.name);
  const others = control === "holdout" ? "those held out" : "variant A";
  if (lift.kind === "not_enough_data") return `${named(arm)}: not enough data yet. ${missing(lift)}`;
  const { difference, relative, verdict } = lift;
  if (verdict === "undecided") {
    return `${named(arm)}: no difference from ${others} can be told. The true one lies between ${points(difference.low)} and ${points(difference.high)} percentage points.`;
  }
  const part =
    relative === null ? "" : `, ${percent(Math.abs(relative.value))} ${verdict === "better" ? "more" : "fewer"} people`;
  return `${named(arm)} does ${verdict} than ${others}: ${points(difference.value)} percentage points${part}. The true difference lies between ${points(difference.low)} and ${points(difference.high)} points.`;
}

function missing({ people_wanted, reached_wanted, people_more }: Extract<Lift, { kind: "not_enough_data" }>): string {
  const wanted = `Wanted are ${people_wanted} people in each arm, and ${reached_wanted} of both who reached the goal.`;
  return people_more === null
    ? `${wanted} Nobody has reached it.`
    : `${wanted} As things go, that takes about ${people_more.toLocaleString("en")} more people.`;
}

/** Why the figures should not be trusted, the gravest first. */
export function warnings({ sample_ratio, weights_changed, crossed }: ExperimentReport): readonly {
  readonly tone: "problem" | "caution" | "note";
  readonly title: string;
  readonly words: string;
}[] {
  return [
    ...(sample_ratio?.mismatch === true
      ? [
          {
            tone: "problem" as const,
            title: "People did not fall into the arms as was meant",
            words: `Luck explains such a difference in less than 1 of 1,000 cases (p = ${sample_ratio.p.toExponential(1)}). Something loses or adds people in one arm: do not believe the figures below until it is known what.`,
          },
        ]
      : []),
    ...(weights_changed
      ? [
          {
            tone: "caution" as const,
            title: "The shares were changed while it ran",
            words: "People from before and after are mixed, and the weeks may differ. Start over for clean figures.",
          },
        ]
      : []),
    ...(crossed > 0
      ? [
          {
            tone: "note" as const,
            title: crossed === 1 ? "One person is left out" : `${crossed.toLocaleString("en")} people are left out`,
            words: "They met two arms, because nobody knew at first who they were.",
          },
        ]
      : []),
  ];
}
