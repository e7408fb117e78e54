import { isGeneratedName } from "../target/generated-name.ts";

/**
 * Proposes the URL pattern of a page: its path, with `*` for IDs, numbers, and dates. Without the origin and the query.
 * A fragment is kept if it looks like a route.
 *
 * @example
 * pagePattern("https://shop.example/orders/8f3a9c1d/items/42?tab=1"); // /orders/{any}/items/{any}, with an asterisk for each {any}
 */
export function pagePattern(href: string): string {
  const { pathname, hash } = new URL(href);
  const path = general(pathname);
  const [route = ""] = hash.split("?");
  return /^#!?\//.test(route) ? path + general(route) : path;
}

function general(path: string): string {
  return path
    .split("/")
    .map((segment) => (isVariable(segment) ? "*" : segment))
    .join("/");
}

/** Numbers, dates, hexadecimal and random IDs, and characters that have a meaning in patterns. */
function isVariable(segment: string): boolean {
  if (/^#!?$/.test(segment) || segment === "") return false;
  // A file name isn't an ID, even with digits.
  if (/\.(?:html?|php|aspx?|jsp)$/i.test(segment)) return false;
  return (
    /^\d[\d.,:_-]*$/.test(segment) ||
    /^[0-9a-f-]{8,}$/i.test(segment) ||
    /^[0-9A-Z]{26}$/i.test(segment) ||
    /[*?%]/.test(segment) ||
    isGeneratedName(segment, "id")
  );
}
