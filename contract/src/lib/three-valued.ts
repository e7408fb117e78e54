/** True, false, or undefined: unknown. What is unknown is never taken for false. */
export type Ternary = boolean | undefined;

/** `or` where `settles` is true, `and` where it is false: one such truth settles it; otherwise one unknown leaves it open. */
export function combineTernary(settles: boolean, truths: readonly Ternary[]): Ternary {
  return truths.includes(settles) ? settles : truths.includes(undefined) ? undefined : !settles;
}

/** The opposite; what is not known stays unknown. */
export function negateTernary(truth: Ternary): Ternary {
  return truth === undefined ? truth : !truth;
}
