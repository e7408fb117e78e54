import { isShown, valuesOf } from "./field-values.ts";
import type { JsonSchema } from "./types.ts";

/** Optional fields that are shown anyway. Without a required field, a request would be empty. */
const OPTIONAL_SHOWN_MAX = 2;

/** The keywords of our schemas that decide about a value. */
interface Keywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Keywords[];
  readonly oneOf?: readonly Keywords[];
  readonly allOf?: readonly Keywords[];
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Keywords;
  readonly items?: Keywords;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

const NOTHING: Keywords = {};

interface Place {
  /** Component that contains the field, or field that contains its object. */
  readonly owner: string;
  /** Empty for the component itself. */
  readonly field: string;
  /** References that lead here, to notice recursion. */
  readonly within: readonly string[];
}

export interface ExampleSchemas {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Receives each field without a value that fits. Numbers need none. */
  readonly onMissing?: (place: string) => void;
}

/**
 * Composes an example from the values of its fields (`example-values.ts`): required fields, and those optional ones that
 * have a value for exactly this schema.
 *
 * @example
 * composeExample({ $ref: "#/components/schemas/Goal" }, { schemas });
 */
export function composeExample(schema: JsonSchema, context: ExampleSchemas, owner = ""): unknown {
  // Cast: a schema has these keywords, or others that don't matter.
  return compose(schema as Keywords, { owner, field: "", within: [] }, context);
}

/** A value of one field, such as a parameter of calls about `owner`. */
export function fieldExample(schema: JsonSchema, owner: string, field: string, context: ExampleSchemas): unknown {
  return compose(schema as Keywords, { owner, field, within: [owner] }, context);
}

/** Undefined for a part that would contain itself again. */
function compose(part: Keywords, place: Place, context: ExampleSchemas): unknown {
  const known = knownValue(part, place, context);
  if (known !== undefined) return known;
  if (part.$ref !== undefined) {
    const name = part.$ref.split("/").at(-1) ?? "";
    if (place.within.includes(name)) return undefined;
    const schema = context.schemas[name] as Keywords | undefined;
    return compose(schema ?? NOTHING, { owner: name, field: "", within: [...place.within, name] }, context);
  }
  if (part.const !== undefined) return part.const;
  if (part.enum !== undefined) return part.enum[0];
  const variants = part.anyOf ?? part.oneOf;
  if (variants !== undefined) {
    for (const variant of variants) {
      const value = variant.type === "null" ? undefined : compose(variant, place, context);
      if (value !== undefined) return value;
    }
    return variants.some(({ type }) => type === "null") ? null : undefined;
  }
  if (part.allOf !== undefined) return Object.assign({}, ...part.allOf.map((each) => compose(each, place, context)));
  if (part.examples !== undefined) return part.examples[0];
  const types = typesOf(part);
  if (types.includes("object")) return composeObject(part, place, context);
  if (types.includes("array")) return composeArray(part, place, context);
  if (types.includes("boolean")) return false;
  if (types.includes("null")) return null;
  if (types.includes("number") || types.includes("integer")) return part.minimum ?? 1;
  context.onMissing?.(`${place.owner}.${place.field}`);
  return types.includes("string") ? "" : undefined;
}

function composeObject({ properties = {}, required = [] }: Keywords, place: Place, context: ExampleSchemas): unknown {
  const owner = place.field || place.owner;
  const fields: (readonly [string, unknown])[] = [];
  let optional = 0;
  for (const [field, schema] of Object.entries(properties)) {
    const is_root = place.field === "" && place.within.length <= 1 && required.length === 0;
    const is_wanted = isShown(owner, field) || (is_root && optional < OPTIONAL_SHOWN_MAX && field !== "app_id");
    if (!required.includes(field) && !is_wanted) continue;
    const value = compose(schema, { owner, field, within: place.within }, context);
    if (value === undefined && required.includes(field)) return undefined;
    if (value === undefined) continue;
    if (!required.includes(field)) optional++;
    fields.push([field, value]);
  }
  return Object.fromEntries(fields);
}

function composeArray(
  { items = {}, minItems = 1 }: Keywords,
  place: Place,
  context: ExampleSchemas,
): readonly unknown[] {
  const item = compose(items, place, context);
  return item === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => item);
}

/** The first value of the field that the schema allows. */
function knownValue(part: Keywords, { owner, field, within }: Place, { schemas }: ExampleSchemas): unknown {
  return field === ""
    ? undefined
    : valuesOf(within.at(-1) ?? "", owner, field).find((value) => fits(value, part, schemas));
}

/** Whether a schema allows a value, as far as it matters for the values that we have. */
function fits(value: unknown, part: Keywords, schemas: ExampleSchemas["schemas"]): boolean {
  const fitsIn = (each: Keywords): boolean => fits(value, each, schemas);
  if (part.$ref !== undefined) return fitsIn(schemas[part.$ref.split("/").at(-1) ?? ""] ?? NOTHING);
  const variants = part.anyOf ?? part.oneOf;
  if (variants !== undefined) return variants.some(fitsIn);
  if (part.allOf !== undefined) return part.allOf.every(fitsIn);
  if (part.const !== undefined) return part.const === value;
  if (part.enum !== undefined) return part.enum.includes(value);
  const types = typesOf(part);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false;
  if (typeof value === "string") return fitsText(value, part);
  if (typeof value === "number") {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum = -1 } = part;
    return value >= minimum && value <= maximum && value > exclusiveMinimum;
  }
  if (Array.isArray(value)) return value.every((each) => fits(each, part.items ?? NOTHING, schemas));
  if (typeof value !== "object" || value === null) return true;
  const { properties = {}, required = [] } = part;
  // Of a closed schema, a value has no other fields.
  const is_closed = part.additionalProperties === false;
  return (
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, each]) =>
      Object.hasOwn(properties, name) ? fits(each, properties[name] ?? NOTHING, schemas) : !is_closed,
    )
  );
}

function fitsText(
  value: string,
  { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Keywords,
): boolean {
  if (format === "date-time" && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return false;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return false;
  return value.length >= minLength && value.length <= maxLength;
}

function typesOf({ type }: Keywords): readonly string[] {
  return type === undefined ? [] : typeof type === "string" ? [type] : type;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
