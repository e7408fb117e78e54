import { limits } from "@fanfare/contract/limits";

/** How many of those who were in one arm of an experiment reached the goal. */
export interface Arm {
  readonly people: number;
  readonly reached: number;
}

/** A share, or a difference of shares, with the range that holds the true one in 95 of 100 experiments. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What an experiment says of a content: how much more (or less) of those who got it reached the goal. */
export type Lift =
  | { readonly kind: "not_enough_data"; readonly people_wanted: number; readonly reached_wanted: number }
  | {
      readonly kind: "measured";
      readonly difference: Estimate;
      /** Whether the range leaves zero out. */
      readonly verdict: "better" | "worse" | "undecided";
    };

/** The 97.5th percentile of the normal distribution: a range of 95 %. */
const Z = 1.959963984540054;
/** Arms of other sizes than were meant, with less chance than this, are a fault of the experiment and not luck. */
const MISMATCH_P = 0.001;

/** Wilson's score interval of a share: never beyond 0 and 1, and good for few people too. */
export function shareOf({ people, reached }: Arm): Estimate {
  if (people === 0) return { value: 0, low: 0, high: 1 };
  const value = reached / people;
  const scale = 1 + Z ** 2 / people;
  const centre = (value + Z ** 2 / (2 * people)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / people + Z ** 2 / (4 * people ** 2));
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * The difference of two shares, by Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, method 10). Says so
 * plainly where there is not enough to say anything.
 *
 * @example
 * liftOf({ people: 1_000, reached: 160 }, { people: 1_000, reached: 120 }); // difference 0.04, from 0.009 to 0.071: better
 */
export function liftOf(treated: Arm, control: Arm): Lift {
  const { experiment_people_min: people_wanted, experiment_reached_min: reached_wanted } = limits;
  const arms = [treated, control];
  if (arms.some(({ people }) => people < people_wanted) || treated.reached + control.reached < reached_wanted) {
    return { kind: "not_enough_data", people_wanted, reached_wanted };
  }
  const difference = differenceOf(treated, control);
  const verdict = difference.low > 0 ? "better" : difference.high < 0 ? "worse" : "undecided";
  return { kind: "measured", difference, verdict };
}

export function differenceOf(treated: Arm, control: Arm): Estimate {
  const one = shareOf(treated);
  const other = shareOf(control);
  const value = one.value - other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
  };
}

/**
 * Whether people fell into two arms as was meant: a chi-square test with one degree of freedom. Where they did not,
 * something loses or adds people, and the lift means nothing.
 *
 * @example
 * sampleRatio({ people: 5_000, reached: 0 }, { people: 4_500, reached: 0 }, 0.5).mismatch; // true
 */
export function sampleRatio(
  treated: Pick<Arm, "people">,
  control: Pick<Arm, "people">,
  treated_share: number,
): { readonly p: number; readonly mismatch: boolean } {
  const total = treated.people + control.people;
  if (total === 0) return { p: 1, mismatch: false };
  const wanted = total * treated_share;
  const chi_square =
    (treated.people - wanted) ** 2 / wanted + (control.people - (total - wanted)) ** 2 / (total - wanted);
  const p = tailOfNormal(Math.sqrt(chi_square)) * 2;
  return { p, mismatch: p < MISMATCH_P };
}

/** The chance that a normal variable exceeds `z` (Abramowitz and Stegun 26.2.17, to within 7.5e-8). */
function tailOfNormal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
