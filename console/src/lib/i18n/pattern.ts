/** A text with names in braces, taken apart: what stands fast, and the names between. */
export interface Pattern {
  readonly text: string;
  readonly fast: readonly string[];
  readonly names: readonly string[];
}

export function createPattern(text: string): Pattern {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return { text, fast: text.split(/\{\w+\}/), names };
}

/** Patterns by the number of characters that stand fast: of two that fit, the one with more is meant. */
export const sortPatterns = (patterns: readonly Pattern[]): readonly Pattern[] =>
  patterns.toSorted((one, other) => other.fast.join("").length - one.fast.join("").length);

/**
 * What stands in the place of the names; undefined where it is another text. Each value is as short as it can be.
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
    // The last piece ends the text, wherever else it stands.
    const at = is_last ? text.length - next.length : text.indexOf(next, from + 1);
    if (at <= from || !text.startsWith(next, at)) return undefined;
    values[name] = text.slice(from, at);
    from = at + next.length;
  }
  return values;
}
