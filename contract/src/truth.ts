/** True, false, or undefined: unknown. What is unknown is never taken for false. */
export type Truth = boolean | undefined;

/** True when all are; false as soon as one is false; otherwise unknown. */
export function all(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;
}

/** True as soon as one is true; false when all are false; otherwise unknown. */
export function any(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(undefined) ? undefined : false;
}

export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}
