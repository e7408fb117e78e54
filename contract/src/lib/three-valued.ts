/** Three-valued logic. `undefined` is unknown and never counts as false. */
export type Ternary = boolean | undefined;

/**
 * Three-valued `or` if `settles` is true, `and` if it's false. Without a settling value, one unknown makes the result
 * unknown.
 */
export function combineTernary(settles: boolean, truths: readonly Ternary[]): Ternary {
  return truths.includes(settles) ? settles : truths.includes(undefined) ? undefined : !settles;
}

export function negateTernary(truth: Ternary): Ternary {
  return truth === undefined ? truth : !truth;
}
