import { limits } from "@fanfare/contract/limits";
import type { Estimate, Lift } from "@fanfare/contract/schema/responses/analytics/experiment";

export interface Arm {
  readonly people: number;
  readonly reached: number;
}

/** 97.5th percentile of the normal distribution, for a 95% interval. */
const Z = 1.959963984540054;
/**
 * Z for one, two, and three simultaneous comparisons (Bonferroni). Together they give a false alarm in 5 of 100
 * experiments.
 */
const Z_OF_SEVERAL = [Z, 2.241402727604947, 2.39397979981852];
/** If variant sizes are less likely than this, report a sample ratio mismatch instead of chance. */
const MISMATCH_P = 0.001;

/** Wilson score interval of a share. Stays within 0 and 1, and works for small samples. */
export function estimateShare({ people, reached }: Arm, z = Z): Estimate {
  if (people === 0) return { value: 0, low: 0, high: 1 };
  const value = reached / people;
  const scale = 1 + z ** 2 / people;
  const center = (value + z ** 2 / (2 * people)) / scale;
  const half = (z / scale) * Math.sqrt((value * (1 - value)) / people + z ** 2 / (4 * people ** 2));
  return { value, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/**
 * Lift of one variant over the control, or a verdict that there isn't enough data. `comparisons`: number of variants
 * compared with the same control. More comparisons make the verdict stricter; the intervals stay at 95%.
 *
 * @example
 * computeLift({ people: 1_000, reached: 160 }, { people: 1_000, reached: 120 });
 * // difference 0.04, from 0.009 to 0.071: better
 */
export function computeLift(treated: Arm, control: Arm, comparisons = 1): Lift {
  const { experiment_people_min: people_wanted, experiment_reached_min: reached_wanted } = limits;
  const reached = treated.reached + control.reached;
  if (treated.people < people_wanted || control.people < people_wanted || reached < reached_wanted) {
    return { kind: "not_enough_data", people_wanted, reached_wanted, people_more: peopleNeeded(treated, control) };
  }
  const strict = estimateDifference(treated, control, Z_OF_SEVERAL[comparisons - 1] ?? Z_OF_SEVERAL.at(-1));
  const verdict = strict.low > 0 ? "better" : strict.high < 0 ? "worse" : "undecided";
  return {
    kind: "measured",
    difference: estimateDifference(treated, control),
    relative: relativeLift(treated, control),
    verdict,
  };
}

/**
 * Additional people needed in both arms together for a conclusive result, at the current completion rates and split: a
 * small holdout gets few of those who come.
 */
function peopleNeeded(treated: Arm, control: Arm): number | null {
  const { experiment_people_min, experiment_reached_min } = limits;
  const reached = treated.reached + control.reached;
  const missing = experiment_reached_min - reached;
  const people = treated.people + control.people;
  const smaller = Math.min(treated.people, control.people);
  const in_smaller = Math.max(0, experiment_people_min - smaller);
  // Without anyone in an arm, its share is unknown.
  const too_few =
    smaller === 0
      ? 2 * experiment_people_min - Math.min(people, experiment_people_min)
      : Math.ceil((in_smaller * people) / smaller);
  if (missing <= 0) return too_few;
  return reached === 0 ? null : Math.max(too_few, Math.ceil((missing * people) / reached));
}

/** Difference of two shares with Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, method 10). */
export function estimateDifference(treated: Arm, control: Arm, z = Z): Estimate {
  const one = estimateShare(treated, z);
  const other = estimateShare(control, z);
  const value = one.value - other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
  };
}

/**
 * Difference relative to the control's share: the ratio minus one, with Katz's log interval (Biometrics 34, 1978). Null
 * if the ratio has no logarithm.
 *
 * @example
 * relativeLift({ people: 1_000, reached: 150 }, { people: 1_000, reached: 100 }); // 0.5, from 0.19 to 0.9
 */
export function relativeLift(treated: Arm, control: Arm): Estimate | null {
  if (treated.reached === 0 || control.reached === 0) return null;
  const ratio = treated.reached / treated.people / (control.reached / control.people);
  const half = Z * Math.sqrt(1 / treated.reached - 1 / treated.people + 1 / control.reached - 1 / control.people);
  return { value: ratio - 1, low: ratio * Math.exp(-half) - 1, high: ratio * Math.exp(half) - 1 };
}

/**
 * Chi-square test of the variant sizes. On a mismatch, something loses or adds people, and the lift is meaningless. At
 * most five variants, with `expected` people each.
 *
 * @example
 * sampleRatio([{ people: 5_000, expected: 4_750 }, { people: 4_500, expected: 4_750 }]).mismatch; // true
 */
export function sampleRatio(arms: readonly { readonly people: number; readonly expected: number }[]): {
  readonly p: number;
  readonly mismatch: boolean;
} {
  const meant = arms.filter(({ expected }) => expected > 0);
  const statistic = meant.reduce((sum, { people, expected }) => sum + (people - expected) ** 2 / expected, 0);
  const p = tailOfChiSquare(statistic, meant.length - 1);
  return { p, mismatch: p < MISMATCH_P };
}

/** Probability that a chi-square variable with these degrees of freedom exceeds `x`. Closed forms for up to four. */
function tailOfChiSquare(x: number, degrees: number): number {
  switch (degrees) {
    case 1:
      return tailOfNormal(Math.sqrt(x)) * 2;
    case 2:
      return Math.exp(-x / 2);
    case 3:
      return tailOfNormal(Math.sqrt(x)) * 2 + Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2);
    case 4:
      return Math.exp(-x / 2) * (1 + x / 2);
    default:
      return 1;
  }
}

/** Probability that a normal variable exceeds `z` (Abramowitz and Stegun 26.2.17, accurate to 7.5e-8). */
function tailOfNormal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
