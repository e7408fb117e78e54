import type { z } from "zod";
import { isObject, type JsonValue } from "./arbitrary-schema.ts";

type Schema = z.core.JSONSchema.BaseSchema;
type Known = Readonly<Record<string, readonly JsonValue[]>>;

/** Parts within parts of the same kind: rules, which contain rules. */
const NESTED_MAX = 2;

/**
 * Values of a JSON Schema with every optional field set, so many that each choice is in one of them. `known`: the values
 * of fields with this name.
 *
 * @example
 * fullSamples({ anyOf: [{ const: "a" }, { const: "b" }] }, {}); // ["a", "b"]
 */
export function fullSamples(schema: Schema, known: Known): readonly JsonValue[] {
  const { $defs = {} } = schema;
  const of = (part: unknown, within: readonly string[]): readonly JsonValue[] => {
    const { $ref, const: only, enum: choices, anyOf, oneOf, type, items, maxItems, ...rest }: Schema = Object(part);
    if ($ref !== undefined) {
      if (within.filter((each) => each === $ref).length >= NESTED_MAX) return [];
      return of($defs[$ref.replace("#/$defs/", "")], [...within, $ref]);
    }
    if (only !== undefined) return [only];
    if (choices !== undefined) return choices;
    const branches = anyOf ?? oneOf;
    if (branches !== undefined) return branches.flatMap((branch) => of(branch, within));
    switch ([type].flat()[0]) {
      case "object":
        return objectsOf(rest, within);
      case "array": {
        const values = of(items, within);
        const size = Math.min(maxItems ?? 4, 4);
        return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
          values.slice(at * size, (at + 1) * size),
        );
      }
      case "boolean":
        return [true, false];
      case "null":
        return [null];
      case "integer":
      case "number":
        return [3];
      default:
        return ["Text"];
    }
  };
  const objectsOf = (
    { properties = {}, required = [], additionalProperties: more }: Schema,
    within: readonly string[],
  ) => {
    const fields = Object.entries(properties).map(
      ([name, part]) => [name, "const" in Object(part) ? of(part, within) : (known[name] ?? of(part, within))] as const,
    );
    if (fields.some(([name, values]) => values.length === 0 && required.includes(name))) return [];
    const open = typeof more === "object" ? of(more, within) : [];
    const count = Math.max(1, open.length, ...fields.map(([, values]) => values.length));
    return Array.from({ length: count }, (_, at) => ({
      ...Object.fromEntries(
        fields.flatMap(([name, values]) => {
          const value = values[at % values.length];
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
      ...(open.length === 0 ? {} : { plan: open[at % open.length] ?? null }),
    }));
  };
  return of(schema, []);
}

export interface Coverage {
  /** Whether the value has a field or a choice that no earlier value had. */
  add(value: JsonValue): boolean;
  /** Fields and choices that no value had, as paths: `.body|tour.steps[]`. */
  missing(): readonly string[];
}

/** Which fields and choices of a JSON Schema occur in values. */
export function coverageOf(schema: Schema): Coverage {
  const { $defs = {} } = schema;
  const resolved = (part: unknown): Schema => {
    const { $ref }: Schema = Object(part);
    return $ref === undefined ? Object(part) : resolved($defs[$ref.replace("#/$defs/", "")]);
  };
  const places = placesOf(schema, resolved);
  const seen = new Set<Schema>();
  const visit = (part: unknown, value: JsonValue): void => {
    const own = resolved(part);
    seen.add(own);
    for (const branch of own.anyOf ?? own.oneOf ?? []) if (fits(branch, value, resolved)) visit(branch, value);
    if (Array.isArray(value) && own.items !== undefined) for (const item of value) visit(own.items, item);
    if (!isObject(value) || own.type !== "object") return;
    for (const [name, field] of Object.entries(value)) {
      const inner = own.properties?.[name] ?? own.additionalProperties;
      if (typeof inner === "object") visit(inner, field);
    }
  };
  return {
    add(value) {
      const before = seen.size;
      visit(schema, value);
      return seen.size > before;
    },
    missing: () => [...places].flatMap(([part, path]) => (seen.has(part) ? [] : [path])),
  };
}

type Resolve = (part: unknown) => Schema;

/** Every part of a schema, with its path. */
function placesOf(schema: Schema, resolved: Resolve): ReadonlyMap<Schema, string> {
  const places = new Map<Schema, string>();
  const list = (part: unknown, path: string): void => {
    const own = resolved(part);
    if (places.has(own)) return;
    places.set(own, path);
    for (const branch of own.anyOf ?? own.oneOf ?? []) {
      const inner = resolved(branch);
      const constants = [inner, ...Object.values(inner.properties ?? {}).map(resolved)].map((each) => each.const);
      list(inner, `${path}|${String(constants.find((each) => each !== undefined) ?? "")}`);
    }
    for (const [name, field] of Object.entries(own.properties ?? {})) list(field, `${path}.${name}`);
    if (own.items !== undefined) list(own.items, `${path}[]`);
    if (typeof own.additionalProperties === "object") list(own.additionalProperties, `${path}.*`);
  };
  list(schema, "");
  return places;
}

/** Whether a value belongs to a branch: the same type, the same constants, and no unknown field. */
function fits(part: unknown, value: JsonValue, resolved: Resolve): boolean {
  const own = resolved(part);
  const branches = own.anyOf ?? own.oneOf;
  if (branches !== undefined) return branches.some((branch) => fits(branch, value, resolved));
  if (own.const !== undefined) return own.const === value;
  if (own.enum !== undefined) return own.enum.some((each) => each === value);
  const types = [own.type].flat();
  if (Array.isArray(value)) return types.includes("array");
  if (!isObject(value)) {
    const type = value === null ? "null" : typeof value;
    return types.some((each) => each === type || (each === "integer" && type === "number"));
  }
  const { properties = {}, required = [], additionalProperties: more } = own;
  return (
    types.includes("object") &&
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, field]) => {
      if (!(name in properties)) return more !== false;
      return resolved(properties[name]).const === undefined || fits(properties[name], field, resolved);
    })
  );
}
