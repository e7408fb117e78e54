/**
 * JSON of a value, also on pages whose library gives arrays a method `toJSON` that returns text (Prototype 1.6).
 *
 * @example
 * toJson({ tags: ["a"] }); // {"tags":["a"]}, where JSON.stringify returns {"tags":"[\"a\"]"}
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, read: unknown) {
    const own = this[key];
    return Array.isArray(own) ? own : read;
  });
}
