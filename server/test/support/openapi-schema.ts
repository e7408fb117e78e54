import { z } from "zod";

/** Shape of an OpenAPI 3.1 description, limited to what Fanfare uses. Unlisted keys aren't allowed. */
const text = z.string().min(1);
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

/** JSON Schema 2020-12 keywords. */
const jsonSchema: z.ZodType = z.lazy(() => z.union([z.boolean(), z.strictObject({ ...keywords, ...applicators })]));
const amount = z.int().min(0);
const keywords = {
  $ref: z.string().startsWith("#/components/schemas/").optional(),
  type: z.union([z.enum(TYPES), z.array(z.enum(TYPES)).min(1)]).optional(),
  deprecated: z.boolean().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).min(1).optional(),
  description: text.optional(),
  format: text.optional(),
  pattern: z.string().refine(isPattern, "This is no pattern.").optional(),
  required: z
    .array(z.string())
    .refine((names) => new Set(names).size === names.length)
    .optional(),
  ...{ minLength: amount.optional(), maxLength: amount.optional() },
  ...{ minItems: amount.optional(), maxItems: amount.optional() },
  ...{ minimum: z.number().optional(), maximum: z.number().optional() },
  ...{ exclusiveMinimum: z.number().optional(), exclusiveMaximum: z.number().optional() },
};
const applicators = {
  properties: z.record(z.string(), jsonSchema).optional(),
  propertyNames: jsonSchema.optional(),
  additionalProperties: jsonSchema.optional(),
  items: jsonSchema.optional(),
  ...{ anyOf: z.array(jsonSchema).min(1).optional(), oneOf: z.array(jsonSchema).min(1).optional() },
  ...{ allOf: z.array(jsonSchema).min(1).optional(), not: jsonSchema.optional() },
};

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}

const content = z.record(
  z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
  z.strictObject({ schema: jsonSchema, example: z.unknown().optional() }),
);
const parameter = z
  .strictObject({
    name: text,
    in: z.enum(["path", "query", "header", "cookie"]),
    required: z.boolean().optional(),
    deprecated: z.literal(true).optional(),
    description: text.optional(),
    schema: jsonSchema,
    example: z.unknown().optional(),
  })
  .refine((each) => each.in !== "path" || each.required === true, "What is in the path is required.");
const response = z.strictObject({
  description: text,
  headers: z.record(z.string(), z.strictObject({ description: text.optional(), schema: jsonSchema })).optional(),
  content: content.optional(),
});
const security = z.array(z.record(z.string(), z.array(z.string())));
const operation = z.strictObject({
  operationId: text,
  tags: z.array(text),
  summary: text,
  description: text,
  deprecated: z.literal(true).optional(),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z
    .record(z.string().regex(/^([1-5]\d\d|default)$/), response)
    .refine((each) => Object.keys(each).length > 0, "There is an answer."),
  security,
});
const METHODS = ["get", "put", "post", "delete", "patch"] as const;
const securityScheme = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("http"), scheme: text, description: text.optional() }),
  z.strictObject({
    type: z.literal("apiKey"),
    in: z.enum(["query", "header", "cookie"]),
    name: text,
    description: text.optional(),
  }),
]);

const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: text,
    version: text,
    description: text.optional(),
    license: z.strictObject({ name: text, identifier: text.optional() }).optional(),
  }),
  servers: z.array(z.strictObject({ url: text })),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(z.enum(METHODS), operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), jsonSchema),
    securitySchemes: z.record(z.string(), securityScheme),
  }),
});

/** Returns violations of OpenAPI 3.1, with their paths. */
export function openApiProblems(description: unknown): readonly string[] {
  const { error } = openApi.safeParse(description);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join("/")}: ${message}`);
}
