import { limits } from "@fanfare/contract/limits";

/**
 * Creates a slug from a name, for links and code. Empty if no letter is usable.
 *
 * @example
 * slugify("Grüße aus Köln!"); // "grusse-aus-koln"
 */
export function slugify(name: string): string {
  return name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, limits.slug_chars_max)
    .replaceAll(/^-+|-+$/g, "");
}

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
