/** An object of JSON whose fields a stranger named and filled. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value of a stranger's text; undefined where it is no JSON, which is all that there is to know about it then. How deep
 * it goes is asked before (`exceedsDepth`).
 *
 * @example
 * parseJson('{"a":1}'); // { a: 1 }
 * parseJson("hello"); // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A SyntaxError says where in the text, and never more about what was meant.
    return undefined;
  }
}

/** The value where it is an object with names: no list, and not null. */
export function asObject(value: unknown): JsonObject | undefined {
  const is_named = typeof value === "object" && value !== null && !Array.isArray(value);
  // Every field of an object of unknown shape is unknown.
  return is_named ? (value as JsonObject) : undefined;
}
