import type {
  Estimate,
  ExperimentArm,
  ExperimentReport,
  Lift,
} from "@fanfare/contract/schema/responses/analytics/experiment";
import { percent, signed } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { armTitle } from "../../model/draft/arm-labels.ts";

/** 0.125 → "12.5%". */
export const formatShare = (value: number): string => percent(value, 1);

/** Formats a difference of shares in percentage points, for example "+4". */
export const formatPoints = (difference: number): string => signed(difference * 100, 1);

export const formatRange = ({ low, high }: Estimate, format: (value: number) => string): string =>
  t("{low} to {high}", { low: format(low), high: format(high) });

/** Describes a goal's results, a sentence per variant. Variants that all need more data share one. */
export function describeResults(
  of: readonly Pick<ExperimentArm, "arm" | "lift">[],
  report: Pick<ExperimentReport, "arms" | "control">,
): readonly string[] {
  const compared = of.filter(({ lift }) => lift !== null);
  const wanting = compared.flatMap(({ arm, lift }) =>
    lift?.kind === "not_enough_data" ? [inExperiment(lift, arm, report)] : [],
  );
  if (wanting.length < 2 || wanting.length < compared.length)
    return of.flatMap((arm) => describeResult(arm, report) ?? []);
  // Of the variant that needs the most. Without completions, no one knows how many.
  const most = (people_more: number | null): number => people_more ?? Number.POSITIVE_INFINITY;
  const slowest = wanting.toSorted((one, other) => most(other.people_more) - most(one.people_more));
  return [`${t("Not enough data yet.")} ${slowest[0] === undefined ? "" : missing(slowest[0])}`];
}

/** Describes a variant's result for a goal in one sentence. Undefined for the control. */
export function describeResult(
  { arm: id, lift }: Pick<ExperimentArm, "arm" | "lift">,
  { arms, control }: Pick<ExperimentReport, "arms" | "control">,
): string | undefined {
  if (lift === null) return undefined;
  const arm = armTitle(id, arms.find((each) => each.arm === id)?.name);
  if (lift.kind === "not_enough_data")
    return `${t("{arm}: not enough data yet.", { arm })} ${missing(inExperiment(lift, id, { arms, control }))}`;
  const others = control === "holdout" ? t("the holdout") : t("variant A");
  const between = { low: formatPoints(lift.difference.low), high: formatPoints(lift.difference.high) };
  if (lift.verdict === "undecided") {
    return t(
      "{arm}: inconclusive compared with {others}. The difference is between {low} and {high} percentage points.",
      { arm, others, ...between },
    );
  }
  const found = comparison(arm, others, lift, lift.verdict);
  return `${found} ${t("95% confidence interval: {low} to {high} percentage points.", between)}`;
}

function comparison(
  arm: string,
  others: string,
  { difference, relative }: Pick<Extract<Lift, { kind: "measured" }>, "difference" | "relative">,
  verdict: "better" | "worse",
): string {
  const values = { arm, others, points: formatPoints(difference.value) };
  if (relative === null) {
    return verdict === "better"
      ? t("{arm} performs better than {others}: {points} percentage points.", values)
      : t("{arm} performs worse than {others}: {points} percentage points.", values);
  }
  const part = formatShare(Math.abs(relative.value));
  return verdict === "better"
    ? t("{arm} performs better than {others}: {points} percentage points ({part} more completions).", {
        ...values,
        part,
      })
    : t("{arm} performs worse than {others}: {points} percentage points ({part} fewer completions).", {
        ...values,
        part,
      });
}

type NotEnough = Extract<Lift, { kind: "not_enough_data" }>;

/** The people still needed in the whole experiment: its other arms get their share of those who come. */
function inExperiment(
  lift: NotEnough,
  arm: ExperimentArm["arm"],
  { arms, control }: Pick<ExperimentReport, "arms" | "control">,
): NotEnough {
  const sum = (of: ExperimentReport["arms"]): number => of.reduce((total, { people }) => total + people, 0);
  const compared = sum(arms.filter((each) => each.arm === arm || each.arm === control));
  if (lift.people_more === null || compared === 0) return lift;
  return { ...lift, people_more: Math.ceil((lift.people_more * sum(arms)) / compared) };
}

function missing({ people_wanted, reached_wanted, people_more }: NotEnough): string {
  const text = t("Results need {people} people in each variant and {reached} completions across both.", {
    people: people_wanted,
    reached: reached_wanted,
  });
  return people_more === null
    ? `${text} ${t("No completions yet.")}`
    : `${text} ${tCount(people_more, "At the current rate, results need about {n} more person.", "At the current rate, results need about {n} more people.")}`;
}

/** Reasons to distrust the results, most severe first. */
export function experimentWarnings({ sample_ratio, weights_changed, crossed }: ExperimentReport): readonly {
  readonly tone: "problem" | "caution" | "note";
  readonly title: string;
  readonly words: string;
}[] {
  return [
    ...(sample_ratio?.mismatch === true
      ? [
          {
            tone: "problem" as const,
            title: t("Sample ratio mismatch"),
            words: t(
              "The difference from the expected split is unlikely to be chance (p = {p}). Don’t trust these results until you find the cause.",
              { p: sample_ratio.p.toExponential(1) },
            ),
          },
        ]
      : []),
    ...(weights_changed
      ? [
          {
            tone: "caution" as const,
            title: t("Shares changed during the experiment"),
            words: t("Results mix people from before and after the change. Restart the experiment for clean results."),
          },
        ]
      : []),
    ...(crossed > 0
      ? [
          {
            tone: "note" as const,
            title: tCount(crossed, "1 person excluded", "{n} people excluded"),
            words: t("They saw two variants before they were identified."),
          },
        ]
      : []),
  ];
}
