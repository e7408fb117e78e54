/** Between texts of which there are several in a row, and the name that stands for such a row. */
export const AND = "; ";
const SEVERAL = "why";

/** A text with names in braces, taken apart: what stands fast, and the names between. A context after ## is no part of it. */
export interface Pattern {
  readonly text: string;
  readonly fast: readonly string[];
  readonly names: readonly string[];
  /** How many letters stand fast: of two that fit, the one with more says more. */
  readonly weight: number;
}

export function patternOf(text: string): Pattern {
  const [words = ""] = text.split("##", 1);
  const fast = words.split(/\{\w+\}/);
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return { text, fast, names, weight: fast.join("").length };
}

/**
 * What stands in the place of the names; undefined where it is another text. Each value is as short as it can be.
 *
 * @example
 * valuesIn(patternOf("At most {n} days."), "At most 90 days."); // { n: "90" }
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
    const value = text.slice(from, at);
    if (value.includes(AND) && name !== SEVERAL) return undefined;
    values[name] = value;
    from = at + next.length;
  }
  return values;
}
