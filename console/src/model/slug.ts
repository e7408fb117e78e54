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
