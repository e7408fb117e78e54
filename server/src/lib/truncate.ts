import { limits } from "@fanfare/contract/limits";

/**
 * Truncates untrusted text for responses and logs.
 *
 * @example
 * truncate("x".repeat(60_000)); // 200 times x, and an ellipsis
 */
export function truncate(text: string, chars_max: number = limits.quoted_chars_max): string {
  return text.length <= chars_max ? text : `${text.slice(0, chars_max)}…`;
}
