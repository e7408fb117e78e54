import { limits } from "@fanfare/contract/limits";
import { t } from "../../lib/i18n/t.ts";

/** Leaves room for the word that marks a copy, in any language, and its number. */
const MARK_CHARS_MAX = 24;

/**
 * The first free name for a copy.
 *
 * @example
 * copyName("Admins", ["Admins", "Admins copy"]); // "Admins copy 2"
 */
export function copyName(original: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const name = original.slice(0, limits.segment_name_chars_max - MARK_CHARS_MAX).trimEnd();
  let copy = t("{name} copy", { name });
  for (let n = 2; used.has(copy.toLowerCase()); n += 1) copy = t("{name} copy {n}", { name, n });
  return copy;
}
