import type { Estimate, ExperimentArm, ExperimentReport, Lift } from "@fanfare/contract/schema/experiment";
import { armTitle } from "../builder/arm-look.ts";
import { percent, signed } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";

/** 0.125 → "12.5 %". */
export const share = (value: number): string => percent(value, 1);

/** A difference of shares: "+4" points. */
export const points = (difference: number): string => signed(difference * 100, 1);

export const range = ({ low, high }: Estimate, say: (value: number) => string): string =>
  t("{low} to {high}", { low: say(low), high: say(high) });

/** What one arm of a goal came to, in a sentence; undefined for the control. */
export function conclusion(
  { arm: id, lift }: Pick<ExperimentArm, "arm" | "lift">,
  { arms, control }: Pick<ExperimentReport, "arms" | "control">,
): string | undefined {
  if (lift === null) return undefined;
  const arm = armTitle(id, arms.find((each) => each.arm === id)?.name);
  if (lift.kind === "not_enough_data") return `${t("{arm}: not enough data yet.", { arm })} ${missing(lift)}`;
  const others = control === "holdout" ? t("those held out") : t("variant A");
  const between = { low: points(lift.difference.low), high: points(lift.difference.high) };
  if (lift.verdict === "undecided") {
    return t(
      "{arm}: no difference from {others} can be told. The true one lies between {low} and {high} percentage points.",
      { arm, others, ...between },
    );
  }
  const found = comparison(arm, others, lift, lift.verdict);
  return `${found} ${t("The true difference lies between {low} and {high} points.", between)}`;
}

function comparison(
  arm: string,
  others: string,
  { difference, relative }: Pick<Extract<Lift, { kind: "measured" }>, "difference" | "relative">,
  verdict: "better" | "worse",
): string {
  const said = { arm, others, points: points(difference.value) };
  if (relative === null) {
    return verdict === "better"
      ? t("{arm} does better than {others}: {points} percentage points.", said)
      : t("{arm} does worse than {others}: {points} percentage points.", said);
  }
  const part = share(Math.abs(relative.value));
  return verdict === "better"
    ? t("{arm} does better than {others}: {points} percentage points, {part} more people.", { ...said, part })
    : t("{arm} does worse than {others}: {points} percentage points, {part} fewer people.", { ...said, part });
}

function missing({ people_wanted, reached_wanted, people_more }: Extract<Lift, { kind: "not_enough_data" }>): string {
  const wanted = t("Wanted are {people} people in each arm, and {reached} of both who reached the goal.", {
    people: people_wanted,
    reached: reached_wanted,
  });
  return people_more === null
    ? `${wanted} ${t("Nobody has reached it.")}`
    : `${wanted} ${tCount(people_more, "As things go, that takes about {n} more person.", "As things go, that takes about {n} more people.")}`;
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
            title: t("People did not fall into the arms as was meant"),
            words: t(
              "Luck explains such a difference in less than 1 of 1,000 cases (p = {p}). Something loses or adds people in one arm: do not believe the figures below until it is known what.",
              { p: sample_ratio.p.toExponential(1) },
            ),
          },
        ]
      : []),
    ...(weights_changed
      ? [
          {
            tone: "caution" as const,
            title: t("The shares were changed while it ran"),
            words: t("People from before and after are mixed, and the weeks may differ. Start over for clean figures."),
          },
        ]
      : []),
    ...(crossed > 0
      ? [
          {
            tone: "note" as const,
            title: tCount(crossed, "One person is left out", "{n} people are left out"),
            words: t("They met two arms, because nobody knew at first who they were."),
          },
        ]
      : []),
  ];
}
