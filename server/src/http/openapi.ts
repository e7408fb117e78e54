import { Hono } from "hono";
import { z } from "zod";
import { API_ACCESS } from "./api-access.ts";
import { API_ANSWERS } from "./api-answers.ts";
import type { ApiEnv } from "./api-deps.ts";
import { API_DETAILS, type ApiDetails } from "./api-details.ts";
import { problemsOf } from "./api-problems.ts";
import { answerSchemas, type OpenApiAnswer, responsesOf } from "./openapi-answers.ts";

/** JSON Schema, as far as it is read here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, OpenApiAnswer>>;
  readonly security: readonly JsonSchema[];
}

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly [part: string]: unknown };
}

/**
 * The description of `/api`, made of the tables that the routes themselves obey: who may call (`API_ACCESS`), and the
 * schemas by which input is checked (`API_DETAILS`).
 */
export function describeApi(): OpenApi {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const schemas: Record<string, JsonSchema> = { Problem: PROBLEM_SCHEMA, ...answerSchemas() };
  for (const [route, access] of Object.entries(API_ACCESS)) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, access, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Fanfare", version: "1", description: ABOUT, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: ".." }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token: fanfare token create --scope …" },
        sign_in: { type: "apiKey", in: "cookie", name: "fanfare_sign_in", description: "The console's own sign-in." },
      },
    },
  };
}

const ABOUT =
  "Everything that the console does. Errors are application/problem+json with a stable code. Lists answer items and the cursor of the next page. Writes with If-Match take the ETag, or the revision, that was read. Answers may have further fields in later versions.";

const PROBLEM_SCHEMA: JsonSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail", "retryable", "request_id"],
  properties: {
    ...Object.fromEntries(["type", "title", "code", "detail", "request_id"].map((name) => [name, { type: "string" }])),
    status: { type: "integer" },
    retryable: { type: "boolean" },
    fields: {
      type: "array",
      items: { type: "object", properties: { pointer: { type: "string" }, message: { type: "string" } } },
    },
    current: {},
  },
};

function operationOf(
  method: string,
  path: string,
  access: string,
  schemas: Record<string, JsonSchema>,
): OpenApiOperation {
  const operationId = `${method.toLowerCase()}${path
    .slice("/api".length)
    .replaceAll(/[^a-z0-9]+/gi, "_")
    .replace(/_$/, "")}`;
  const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
  const route = `${method} ${pattern}`;
  const details: ApiDetails = API_DETAILS[route] ?? { summary: `${method} ${path}` };
  const answer = API_ANSWERS[route] ?? {};
  const { summary, body, status = answer.body === undefined && answer.files === undefined ? 204 : 200 } = details;
  return {
    operationId,
    tags: [path.split("/")[2]?.replace(".json", "") ?? "api"],
    summary,
    description: access === "anyone" ? "Anyone may call this." : `Needs ${access}.`,
    parameters: parametersOf(path, method, details),
    ...(body === undefined ? {} : { requestBody: bodyOf(operationId, body, schemas) }),
    responses: responsesOf(status, answer, problemsOf(route)),
    security:
      access === "anyone" ? [] : access.startsWith("self.") ? [{ sign_in: [] }] : [{ token: [] }, { sign_in: [] }],
  };
}

function parametersOf(
  path: string,
  method: string,
  { query, revision, match, lenient }: ApiDetails,
): readonly OpenApiParameter[] {
  const in_path = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    ...({ name, in: "path", required: true, schema: { type: "string" } } as const),
  }));
  const asked: JsonSchema = query === undefined ? {} : jsonSchemaOf(query);
  const required = Array.isArray(asked["required"]) ? asked["required"] : [];
  const in_query = Object.entries(asked["properties"] ?? {}).map(([name, schema]) => ({
    ...({ name, in: "query", required: required.includes(name), schema } as const),
  }));
  const headers: OpenApiParameter[] = [];
  if (revision === true)
    headers.push(header("If-Match", true, "The ETag of what was read: a change of somebody else is not overwritten."));
  if (match === true)
    headers.push(header("If-Match", false, "The tag of what was read: a change of somebody else is not overwritten."));
  if (lenient === true)
    headers.push(
      header("Prefer", false, "handling=lenient: an incomplete draft is kept, too; publishing asks for all of it."),
    );
  if (method === "POST")
    headers.push(
      header(
        "Idempotency-Key",
        false,
        "The same key and body within a day get the same answer, and nothing is done twice.",
      ),
    );
  return [...in_path, ...in_query, ...headers];
}

function header(name: string, required: boolean, description: string): OpenApiParameter {
  return { name, in: "header", required, description, schema: { type: "string" } };
}

function bodyOf(
  name: string,
  body: z.ZodType,
  schemas: Record<string, JsonSchema>,
): NonNullable<OpenApiOperation["requestBody"]> {
  const { $defs, ...schema } = jsonSchemaOf(body);
  // Parts that are named in one schema move to where the whole description names them.
  const moved = (part: unknown): JsonSchema =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`),
    );
  for (const [part, definition] of Object.entries($defs ?? {})) schemas[`${name}.${part}`] = moved(definition);
  schemas[name] = moved(schema);
  return { required: true, content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}

/** What a caller may send; what a schema checks beyond what JSON Schema can say is left out. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

/** The description of `/api`, made when it is first asked for. */
export function openApiRoutes(): Hono<ApiEnv> {
  let text: string | undefined;
  return new Hono<ApiEnv>().get("/openapi.json", (c) => {
    text ??= JSON.stringify(describeApi());
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}
