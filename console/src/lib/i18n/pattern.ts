/** A text split into its fixed parts and the placeholder names between them. */
export interface Pattern {
  readonly text: string;
  readonly fast: readonly string[];
  readonly names: readonly string[];
}

export function createPattern(text: string): Pattern {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return { text, fast: text.split(/\{\w+\}/), names };
}

/** Sorts patterns by the length of their fixed parts, so that the most specific match comes first. */
export const sortPatterns = (patterns: readonly Pattern[]): readonly Pattern[] =>
  patterns.toSorted((one, other) => other.fast.join("").length - one.fast.join("").length);

/**
 * Extracts the placeholder values from a text. Undefined if the text doesn't match. Matches are non-greedy.
 *
 * @example
 * valuesIn(createPattern("Use at most {n} days."), "Use at most 90 days."); // { n: "90" }
 */
export function valuesIn({ fast, names }: Pattern, text: string): Readonly<Record<string, string>> | undefined {
  const [first = "", ...others] = fast;
  if (!text.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let from = first.length;
  for (const [index, name] of names.entries()) {
    const next = others[index] ?? "";
    const is_last = index === names.length - 1;
    // Match the last part at the end, even if it also occurs earlier.
    const at = is_last ? text.length - next.length : text.indexOf(next, from + 1);
    if (at <= from || !text.startsWith(next, at)) return undefined;
    values[name] = text.slice(from, at);
    from = at + next.length;
  }
  return values;
}
