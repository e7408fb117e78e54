/**
 * Reads a search parameter as text. The router parses `?q=2026` as a number. Missing, long, and invalid values become
 * "", so that mistyped URLs still work.
 */
export function readText(search: Readonly<Record<string, unknown>>, name: string, chars_max: number): string {
  const value = search[name];
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  const text = String(value);
  return text.length > chars_max ? "" : text;
}

/**
 * Reads a search parameter with fixed values. Defaults to the first one.
 *
 * @example
 * readOneOf(search, "status", ["all", "draft"]);
 */
export function readOneOf<const Word extends string>(
  search: Readonly<Record<string, unknown>>,
  name: string,
  values: readonly [Word, ...Word[]],
): Word {
  return values.find((word) => word === search[name]) ?? values[0];
}
