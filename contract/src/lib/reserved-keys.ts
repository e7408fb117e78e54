/** Keys that can reach a prototype when objects are copied carelessly. Rejected wherever visitors can choose keys. */
export const RESERVED_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns the path to the first reserved key in a JSON value, or undefined.
 *
 * @example
 * findReservedKey(JSON.parse('{"a":[{"__proto__":{}}]}')); // ["a", 0, "__proto__"]
 */
export function findReservedKey(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, inner] of entries) {
    if (typeof key === "string" && RESERVED_KEYS.has(key)) return [key];
    const found = findReservedKey(inner);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}
