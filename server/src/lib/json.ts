/** Untrusted JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses untrusted text. Undefined if it isn't JSON. Check its depth first (`exceedsDepth`).
 *
 * @example
 * parseJson('{"a":1}'); // { a: 1 }
 * parseJson("hello"); // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A SyntaxError contains only a position, so it isn't needed.
    return undefined;
  }
}

/** Returns the value if it's an object, not an array or null. */
export function asObject(value: unknown): JsonObject | undefined {
  const is_named = typeof value === "object" && value !== null && !Array.isArray(value);
  // Cast: the fields of an object of unknown shape are unknown.
  return is_named ? (value as JsonObject) : undefined;
}
