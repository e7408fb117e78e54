import { type ProblemCode, problems } from "@fanfare/contract/problem";
import { RESPONSE_SCHEMAS } from "@fanfare/contract/schema/responses/response-schema";
import type { RouteDeclaration } from "@fanfare/contract/schema/routes/route";
import { z } from "zod";
import { successStatus } from "../routing/mount-routes.ts";
import type { JsonSchema, OpenApiResponse } from "./types.ts";

const SCHEMAS = "#/components/schemas/";
const PROBLEM_JSON = "application/problem+json";

/** Later versions may add fields, so no object is described as closed. */
const OUTPUT = {
  io: "output",
  unrepresentable: "any",
  override: ({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: z.core.$ZodTypes;
    jsonSchema: z.core.JSONSchema.BaseSchema;
  }): void => {
    listRecordKeys(jsonSchema);
    describeTransform(zodSchema, jsonSchema);
    delete jsonSchema.readOnly;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  },
} as const;

/** A record with fixed keys requires them, so tools expect to find them as properties. */
export function listRecordKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { required, propertyNames, additionalProperties } = schema;
  if (required === undefined || propertyNames === undefined || additionalProperties === undefined) return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  schema.additionalProperties = false;
}

/**
 * The output of a transform has no schema of its own. Ours only drop or rename deprecated fields of their input. The
 * definitions of recursive parts go to the components, because references start at the document.
 */
function describeTransform(schema: z.core.$ZodTypes, described: z.core.JSONSchema.BaseSchema): void {
  if (schema._zod.def.type !== "pipe" || Object.keys(described).length > 0) return;
  const { $schema: _, ...input } = z.toJSONSchema(schema._zod.def.in, OUTPUT);
  const text = JSON.stringify(input).replaceAll('"#/$defs/', `"${SCHEMAS}recursive.`);
  const { $defs = {}, ...rest }: z.core.JSONSchema.BaseSchema = JSON.parse(text);
  Object.assign(described, rest, { $recursive: $defs });
}

/** Takes the definitions of recursive parts out of a schema, and adds them to `found`. */
function takeRecursive(part: unknown, found: Record<string, JsonSchema>): unknown {
  if (Array.isArray(part)) return part.map((each) => takeRecursive(each, found));
  if (typeof part !== "object" || part === null) return part;
  const { $recursive, ...rest }: { $recursive?: JsonSchema } = part;
  for (const [name, definition] of Object.entries($recursive ?? {})) found[`recursive.${name}`] = Object(definition);
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, takeRecursive(each, found)]));
}

export function responseSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(RESPONSE_SCHEMAS, { ...OUTPUT, uri: (id) => `${SCHEMAS}${id}` });
  // Shared parts are grouped below. Here, each becomes a regular schema.
  const text = JSON.stringify(schemas).replaceAll(`${SCHEMAS}__shared#/$defs/`, `${SCHEMAS}shared.`);
  const recursive: Record<string, JsonSchema> = {};
  const named = takeRecursive(JSON.parse(text), recursive) as Record<string, JsonSchema>;
  const { __shared: shared = {}, ...answers } = named;
  const parts = Object.entries(shared["$defs"] ?? {}).map(([name, part]: [string, JsonSchema]) => [
    `shared.${name}`,
    part,
  ]);
  return Object.fromEntries([
    ...Object.entries(answers).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
    ...parts,
    ...Object.entries(recursive),
  ]);
}

export function responsesOf(
  route: RouteDeclaration,
  codes: readonly ProblemCode[],
): Readonly<Record<string, OpenApiResponse>> {
  const { response, files = [], also, tagged } = route;
  const content = {
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: "string" } }])),
    ...(response === undefined ? {} : { "application/json": { schema: referenceTo(response) } }),
  };
  const done: OpenApiResponse = {
    description: "Done.",
    ...(tagged === undefined ? {} : { headers: { ETag: TAG } }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  const refused = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries<OpenApiResponse>([
    [String(successStatus(route)), done],
    ...(also === undefined ? [] : [[String(also), { ...done, description: "Made." }] as const]),
    ...[...refused].map(([at, of]) => [String(at), problemResponse(of)] as const),
  ]);
}

const TAG = { description: "The revision, for If-Match.", schema: { type: "string" } };

function problemResponse(codes: readonly ProblemCode[]): OpenApiResponse {
  const schema = { allOf: [{ $ref: `${SCHEMAS}Problem` }, { properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `${problems[code].title}.`).join(" "),
    content: { [PROBLEM_JSON]: { schema } },
  };
}

function referenceTo(schema: z.ZodType): JsonSchema {
  const id = RESPONSE_SCHEMAS.get(schema)?.id;
  if (id !== undefined) return { $ref: `${SCHEMAS}${id}` };
  const { $schema: _, ...inline } = z.toJSONSchema(schema, OUTPUT);
  return inline;
}
