/** What was typed of a variable: `{`, `{{`, or either with the beginning of a name. */
export interface VariableQuery {
  /** Characters from the brace to the caret. */
  readonly length: number;
  /** Beginning of a name. Maybe empty. */
  readonly name: string;
}

/** Names with other characters are written by hand. */
const TYPED = /(?<!\{)\{\{?([\w.-]{0,64})$/;

/**
 * Reads the variable that the author has begun to type before the caret. Undefined if there is none.
 *
 * @example
 * variableQuery("Hello {na"); // { length: 3, name: "na" }
 */
export function variableQuery(before: string): VariableQuery | undefined {
  const [typed, name] = TYPED.exec(before) ?? [];
  return typed === undefined || name === undefined ? undefined : { length: typed.length, name };
}

/**
 * The variables to offer: those that begin with what was typed, then those that contain it, and last what was typed,
 * because pages may not have sent it yet.
 */
export function offeredVariables(known: readonly string[], typed: string): readonly string[] {
  const query = typed.toLowerCase();
  const begins = known.filter((name) => name.toLowerCase().startsWith(query));
  const contains = known.filter((name) => !begins.includes(name) && name.toLowerCase().includes(query));
  const own = typed === "" || known.includes(typed) ? [] : [typed];
  return [...begins, ...contains, ...own].slice(0, VARIABLES_OFFERED_MAX);
}

const VARIABLES_OFFERED_MAX = 50;

/** A variable without its fallback yet. The caret belongs before the last two characters. */
export const emptyVariable = (name: string): string => `{{${name}|}}`;
