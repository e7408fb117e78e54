/**
 * One word of the address bar as text: the router reads `?q=2026` as a number. What is missing, too long or something
 * else is the empty text: a mistyped address still shows a page.
 */
export function readText(search: Readonly<Record<string, unknown>>, name: string, chars_max: number): string {
  const value = search[name];
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  const text = String(value);
  return text.length > chars_max ? "" : text;
}

/**
 * One of a few words of the address bar, else the first of them.
 *
 * @example
 * oneOf(search, "status", ["all", "draft"]);
 */
export function readOneOf<const Word extends string>(
  search: Readonly<Record<string, unknown>>,
  name: string,
  values: readonly [Word, ...Word[]],
): Word {
  return values.find((word) => word === search[name]) ?? values[0];
}
