import { type ProblemCode, problems } from "@fanfare/contract/problem";
import { ANSWERS } from "@fanfare/contract/schema/answers/exactly";
import { z } from "zod";
import type { ApiAnswer } from "./api-answers.ts";
import type { JsonSchema } from "./openapi.ts";

export interface OpenApiAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

const SCHEMAS = "#/components/schemas/";
const PROBLEM_JSON = "application/problem+json";

/** How every answer is described: later versions may add fields, so none is said to be the last. */
const OUTPUT = {
  io: "output",
  unrepresentable: "any",
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    delete jsonSchema.readOnly;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  },
} as const;

/** All answers that have a name of their own, and the parts that several of them share. */
export function answerSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(ANSWERS, { ...OUTPUT, uri: (id) => `${SCHEMAS}${id}` });
  // Shared parts are named in one place below; here each is a schema like the others.
  const text = JSON.stringify(schemas).replaceAll(`${SCHEMAS}__shared#/$defs/`, `${SCHEMAS}shared.`);
  const named: Record<string, JsonSchema> = JSON.parse(text);
  const { __shared: shared = {}, ...answers } = named;
  const parts = Object.entries(shared["$defs"] ?? {}).map(([name, part]: [string, JsonSchema]) => [
    `shared.${name}`,
    part,
  ]);
  return Object.fromEntries([
    ...Object.entries(answers).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
    ...parts,
  ]);
}

/** The answers of a route by status. */
export function responsesOf(
  status: number,
  { body, files = [], also, tagged }: ApiAnswer,
  codes: readonly ProblemCode[],
): Readonly<Record<string, OpenApiAnswer>> {
  const content = {
    ...(body === undefined ? {} : { "application/json": { schema: referenceTo(body) } }),
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: "string" } }])),
  };
  const done: OpenApiAnswer = {
    description: "Done.",
    ...(tagged === undefined ? {} : { headers: { ETag: TAG } }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
  const refused = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries<OpenApiAnswer>([
    [String(status), done],
    ...(also === undefined ? [] : [[String(also), { ...done, description: "Made." }] as const]),
    ...[...refused].map(([at, of]) => [String(at), refusal(of)] as const),
  ]);
}

const TAG = { description: "The revision, for If-Match.", schema: { type: "string" } };

function refusal(codes: readonly ProblemCode[]): OpenApiAnswer {
  const schema = { allOf: [{ $ref: `${SCHEMAS}Problem` }, { properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `${problems[code].title}.`).join(" "),
    content: { [PROBLEM_JSON]: { schema } },
  };
}

function referenceTo(schema: z.ZodType): JsonSchema {
  const id = ANSWERS.get(schema)?.id;
  if (id !== undefined) return { $ref: `${SCHEMAS}${id}` };
  const { $schema: _, ...inline } = z.toJSONSchema(schema, OUTPUT);
  return inline;
}
