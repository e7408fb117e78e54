import fc from "fast-check";
import type { z } from "zod";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
type Schema = z.core.JSONSchema.BaseSchema;

/** Texts that are easily changed on the way: other scripts, separators, marks, lookalikes of escapes, and no text. */
const TEXTS = [
  "",
  "Hello",
  "Grüße 🎉",
  "مرحبا",
  "a\u2028b",
  "{{name|you}}",
  '"\\n"',
  "<b>&amp;</b>",
  " two  spaces ",
  "__proto__",
];
/** Names of open fields: attributes, and texts of parts. */
const KEYS = ["plan", "part-1.title", "part-2.title"];
const NUMBERS = [0, 1, 3, 50, 0.5, 1_000];
/** Deeper parts are as small as they can be, because rules contain rules. */
const DEPTH_MAX = 9;

/**
 * Values of a JSON Schema. `known`: the values of fields with this name, such as the keys of what exists.
 *
 * @example
 * fc.sample(arbitraryOf({ type: "object", properties: { text: { type: "string" } } }, {}), 1); // [{ text: "Hello" }]
 */
export function arbitraryOf(
  schema: Schema,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<JsonValue> {
  const { $defs = {} } = schema;
  const of = (part: unknown, depth: number): fc.Arbitrary<JsonValue> => {
    const {
      $ref,
      const: only,
      enum: choices,
      anyOf,
      oneOf,
      type,
      pattern,
      items,
      maxItems = 3,
      ...rest
    }: Schema = Object(part);
    // Schemas contain each other.
    if ($ref !== undefined) return fc.constant(null).chain(() => of($defs[$ref.replace("#/$defs/", "")], depth));
    if (only !== undefined) return fc.constant(only);
    if (choices !== undefined) return fc.constantFrom(...choices);
    const branches = anyOf ?? oneOf;
    if (branches !== undefined) {
      return fc.nat(depth < DEPTH_MAX ? branches.length - 1 : 0).chain((index) => of(branches[index], depth + 1));
    }
    // Of "number or null", the first.
    switch ([type].flat()[0]) {
      case "object":
        return objectOf(rest, depth);
      case "array":
        return fc.array(of(items, depth + 1), { maxLength: depth < DEPTH_MAX ? Math.min(3, maxItems) : 0 });
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.constantFrom(...NUMBERS.filter(Number.isInteger));
      case "number":
        return fc.constantFrom(...NUMBERS);
      default:
        return pattern === undefined ? fc.constantFrom(...TEXTS) : fc.stringMatching(new RegExp(pattern, "u"));
    }
  };
  const objectOf = ({ properties = {}, required = [], additionalProperties: more }: Schema, depth: number) => {
    const deep = depth >= DEPTH_MAX;
    const names = Object.keys(properties).filter((name) => !deep || required.includes(name));
    const fields = names.map((name): [string, fc.Arbitrary<JsonValue>] => {
      const values = isConstant(properties[name]) ? undefined : known[name];
      return [name, values === undefined ? of(properties[name], depth + 1) : fc.constantFrom(...values)];
    });
    const own: fc.Arbitrary<Record<string, JsonValue>> = fc.record(Object.fromEntries(fields), {
      ...{ requiredKeys: required.filter((name) => names.includes(name)), noNullPrototype: true },
    });
    if (typeof more !== "object" || deep) return own;
    const extra = fc.dictionary(fc.constantFrom(...KEYS), of(more, depth + 1), { maxKeys: 2, noNullPrototype: true });
    return fc.tuple(own, extra).map(([known_part, open_part]) => ({ ...known_part, ...open_part }));
  };
  return of(schema, 0);
}

function isConstant(part: unknown): boolean {
  return "const" in Object(part);
}

export function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
