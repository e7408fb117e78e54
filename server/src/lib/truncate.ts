import { limits } from "@fanfare/contract/limits";

/**
 * What a stranger wrote, as far as an answer or the log says it back.
 *
 * @example
 * quotable("x".repeat(60_000)); // 200 times x, and an ellipsis
 */
export function truncate(text: string, chars_max: number = limits.quoted_chars_max): string {
  return text.length <= chars_max ? text : `${text.slice(0, chars_max)}…`;
}
