import { limits } from "../limits.ts";

/**
 * Increments a slug that is taken.
 *
 * @example
 * nextSlug("welcome-2"); // "welcome-3"
 */
export function nextSlug(slug: string): string {
  const match = /^(.*)-(\d{1,4})$/.exec(slug);
  const stem = match?.[1] ?? slug;
  const number = `-${Number(match?.[2] ?? 1) + 1}`;
  return stem.slice(0, limits.slug_chars_max - number.length).replace(/-+$/, "") + number;
}
