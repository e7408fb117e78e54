import type { Rng } from "@fanfare/contract/lib/rng";
import type { JsonSchema } from "../../src/http/openapi/types.ts";

/** Deeper values are omitted where they're optional. */
const DEPTH_MAX = 8;
const TEXTS = [
  ...["abc", "news", "1001", "10:00", "a-b", "#336699", "en", "2026-11-23", "2026-11-23T10:00:00.000Z", "/plans"],
  ...["https://shop.example/", "ada@x.test", "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a", "1.1", "Europe/Zurich", "AAAA"],
];

/**
 * A value with every property that its schema names, optional ones included. Alternatives are chosen at random.
 * `known`: texts by property name that refer to something.
 */
export function schemaInstance(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  rng: Rng,
  known: Readonly<Record<string, string>>,
): unknown {
  const build = (part: JsonSchema, name: string, depth: number): unknown => {
    const { $ref, enum: choices, anyOf, oneOf, allOf, type } = part as Keywords;
    if ($ref !== undefined) return build(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, name, depth + 1);
    if ("const" in part) return part["const"];
    if (choices !== undefined) return pick(rng, choices);
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return build(pick(rng, alternatives) ?? {}, name, depth + 1);
    if (allOf !== undefined) return Object.assign({}, ...allOf.map((each) => build(each, name, depth + 1)));
    switch (Array.isArray(type) ? pick(rng, type) : type) {
      case "object":
        return buildObject(part as Keywords, depth);
      case "array":
        return depth > DEPTH_MAX ? [] : [build((part as Keywords).items ?? {}, name, depth + 1)];
      case "string":
        return known[name] ?? textOf(part as Keywords);
      case "integer":
      case "number":
        return (part as Keywords).minimum ?? 1;
      case "boolean":
        return false;
      case "null":
        return null;
      default:
        return "anything";
    }
  };
  const buildObject = ({ properties = {}, additionalProperties, required = [] }: Keywords, depth: number): object => {
    const named = Object.entries(properties)
      .filter(([name]) => depth <= DEPTH_MAX || required.includes(name))
      .map(([name, each]) => [name, build(each, name, depth + 1)]);
    const more =
      typeof additionalProperties === "object" && depth <= DEPTH_MAX
        ? [["abc", build(additionalProperties, "abc", depth + 1)]]
        : [];
    return Object.fromEntries([...named, ...more]);
  };
  return build(schema, "", 0);
}

interface Keywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
}

function textOf({ pattern, minLength = 1 }: Keywords): string {
  const fits = TEXTS.find((text) => pattern === undefined || new RegExp(pattern, "u").test(text)) ?? "abc";
  return fits.padEnd(minLength, "x");
}

function pick<Each>(rng: Rng, list: readonly Each[]): Each | undefined {
  return list[Math.floor(rng.next() * list.length)];
}
