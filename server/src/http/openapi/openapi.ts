import { limits } from "@fanfare/contract/limits";
import type { RouteAccess, RouteDeclaration } from "@fanfare/contract/schema/routes/route";
import type { OPENAPI_ROUTES } from "@fanfare/contract/schema/routes/server";
import { z } from "zod";
import type { Handlers } from "../routing/handlers.ts";
import { withExample } from "./examples.ts";
import { PUSHER_PATHS, PUSHER_SCHEMAS, PUSHER_SIGNATURE } from "./pusher-api.ts";
import { listRecordKeys, responseSchemas, responsesOf } from "./responses.ts";
import { DOCUMENTED_ROUTES, routeProblems } from "./route-problems.ts";
import type { JsonSchema, OpenApi, OpenApiOperation, OpenApiParameter } from "./types.ts";

/** OpenAPI description, generated from the route declarations that the server uses. */
export function describeApi(): OpenApi {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const schemas: Record<string, JsonSchema> = { Problem: PROBLEM_SCHEMA, ...responseSchemas() };
  for (const [name, route] of Object.entries(DOCUMENTED_ROUTES)) {
    const { method, path } = placeOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, route, schemas) };
  }
  Object.assign(paths, PUSHER_PATHS);
  Object.assign(schemas, PUSHER_SCHEMAS);
  for (const [path, methods] of Object.entries(paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, each]) => [
        method,
        withExample(`${method.toUpperCase()} ${path}`, each, { schemas }),
      ]),
    );
  }
  return {
    openapi: "3.1.0",
    info: { title: "Fanfare", version: "1", description: ABOUT, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: ".." }],
    paths,
    components: {
      schemas: usedSchemas(paths, schemas),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An API token, created with fanfare token create --scope …",
        },
        sign_in: { type: "apiKey", in: "cookie", name: "fanfare_sign_in", description: "A console session." },
        app_key: { type: "apiKey", in: "query", name: "app", description: "The public key of an app." },
        pusher_signature: PUSHER_SIGNATURE,
        identity: { type: "http", scheme: "bearer", description: "An identity token that your backend signed." },
      },
    },
  };
}

const ABOUT = `The APIs that the console, the browser SDK, and Pusher libraries use. Later versions may add fields to responses. The package \`@fanfare/api\` calls \`/api\` with types, pages, and retries.

## Errors

Errors are \`application/problem+json\` with a stable \`code\`, and a \`detail\` that says what to do. Calls under \`/apps\` answer in plain text, as Pusher does.

## Pagination

A list returns \`items\` and \`next\`. Send \`next\` as \`after\` to get the next page, with the same filters and the same \`sort\`. It's null on the last page. Entries that are added meanwhile never repeat or hide others.

## Rate limits

Each API token and each member may send ${limits.api_requests_per_second_max} requests per second, after a burst of up to ${limits.api_requests_burst_max}. Writes about people and events have limits of the app instead. Responses have \`RateLimit\` with the requests that are left and \`RateLimit-Policy\` with the allowance. Beyond it, requests are refused with 429 \`rate_limited\`: wait the seconds in \`Retry-After\`.

## Idempotency

Send an \`Idempotency-Key\` with a \`POST\`, at most ${limits.idempotency_key_chars_max} characters. For a day, a repeated call with the same key and body returns the first response and changes nothing. Another body with the same key is refused with 422. Try again after 409 \`idempotency_busy\`: the first call is still running.

## Conditional writes

Responses of resources that several people edit have an \`ETag\`. Send it as \`If-Match\` when you write. 428 means that it's missing, and 412 that someone else saved first: read the resource again, and repeat your change.
`;

const FORM = "application/x-www-form-urlencoded";

const PROBLEM_SCHEMA: JsonSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail", "retryable", "request_id"],
  properties: {
    ...Object.fromEntries(
      ["type", "title", "code", "detail", "request_id", "trace_id"].map((name) => [name, { type: "string" }]),
    ),
    status: { type: "integer" },
    retryable: { type: "boolean" },
    fields: {
      type: "array",
      items: { type: "object", properties: { pointer: { type: "string" }, message: { type: "string" } } },
    },
    current: {},
  },
};

const ACCESS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  anyone: "No authentication required.",
  app_key: "Requires the key of an app.",
};

/** Without schemas that no operation refers to. */
function usedSchemas(paths: OpenApi["paths"], schemas: OpenApi["components"]["schemas"]) {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** Of query parameters that many routes have. */
const QUERY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  app_id: "ID of the app.",
  after: "The next of the previous page. Omit it for the first page.",
  limit: "Entries per page.",
  sort: "Order of the list. A minus sign means descending.",
  q: "Text to search for.",
};

/** Resource under `/api`, otherwise the part of the server: `v1`, `pusher`. */
function tagOf(path: string): string {
  const [, part = "", resource = ""] = path.split("/");
  return part === "api" ? resource.replace(".json", "") : part;
}

function securityOf(access: RouteAccess): readonly JsonSchema[] {
  if (access === "anyone") return [];
  if (access === "app_key") return [{ app_key: [] }, { app_key: [], identity: [] }];
  return access.startsWith("self.") ? [{ sign_in: [] }] : [{ token: [] }, { sign_in: [] }];
}

function placeOf(name: string): { readonly method: string; readonly path: string } {
  const [method = "", path = ""] = name.split(" ");
  return { method, path: path.replaceAll(/:(\w+)/g, "{$1}") };
}

function operationOf(name: string, route: RouteDeclaration, schemas: Record<string, JsonSchema>): OpenApiOperation {
  const { method, path } = placeOf(name);
  const operationId = `${method.toLowerCase()}${path
    .replace(/^\/api/, "")
    .replaceAll(/[^a-z0-9]+/gi, "_")
    .replace(/_$/, "")}`;
  const { access, summary, body, form } = route;
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description: ACCESS_DESCRIPTIONS[access] ?? `Requires ${access}.`,
    parameters: parametersOf(path, method, route),
    ...(body === undefined ? {} : { requestBody: bodyOf(operationId, "application/json", body, schemas) }),
    ...(form === undefined ? {} : { requestBody: bodyOf(operationId, FORM, form, schemas) }),
    responses: responsesOf(route, routeProblems(name)),
    security: securityOf(access),
  };
}

function parametersOf(
  path: string,
  method: string,
  { access, query, former_query = {}, revision, match, lenient }: RouteDeclaration,
): readonly OpenApiParameter[] {
  const in_path = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    ...({ name, in: "path", required: true, schema: { type: "string" } } as const),
  }));
  const query_schema: JsonSchema = query === undefined ? {} : jsonSchemaOf(query);
  const required = Array.isArray(query_schema["required"]) ? query_schema["required"] : [];
  const in_query = Object.entries(query_schema["properties"] ?? {}).map(([name, schema]) => ({
    ...({ name, in: "query", required: required.includes(name), schema } as const),
    ...(QUERY_DESCRIPTIONS[name] === undefined ? {} : { description: QUERY_DESCRIPTIONS[name] }),
  }));
  const in_former_query = Object.entries(former_query).map(([name, now]) => ({
    ...({ name, in: "query", required: false, deprecated: true, description: `Use ${now}.` } as const),
    schema: in_query.find((each) => each.name === now)?.schema ?? {},
  }));
  const headers: OpenApiParameter[] = [];
  if (revision !== undefined)
    headers.push(header("If-Match", revision === true, "The ETag that you read. Protects other people's changes."));
  if (match === true)
    headers.push(header("If-Match", false, "The tag that you read. Protects other people's changes."));
  if (lenient === true)
    headers.push(
      header("Prefer", false, "handling=lenient also saves an incomplete draft. Publishing requires a complete one."),
    );
  if (method === "POST" && access !== "app_key")
    headers.push(
      header(
        "Idempotency-Key",
        false,
        "A repeated call with the same key and body within a day returns the first response and changes nothing.",
      ),
    );
  return [...in_path, ...in_query, ...in_former_query, ...headers];
}

function header(name: string, required: boolean, description: string): OpenApiParameter {
  return { name, in: "header", required, description, schema: { type: "string" } };
}

function bodyOf(
  name: string,
  type: "application/json" | typeof FORM,
  body: z.ZodType,
  schemas: Record<string, JsonSchema>,
): NonNullable<OpenApiOperation["requestBody"]> {
  const { $defs, ...schema } = jsonSchemaOf(body);
  // Move a schema's local definitions to the document's shared components.
  const moved = (part: unknown): JsonSchema =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${name}"`),
    );
  for (const [part, definition] of Object.entries($defs ?? {})) schemas[`${name}.${part}`] = moved(definition);
  schemas[name] = moved(schema);
  return { required: true, content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } } };
}

/** JSON Schema of a request. Omits checks that JSON Schema can't express. */
function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    ...{ io: "input", unrepresentable: "any" },
    override: ({ zodSchema, jsonSchema }) => {
      listRecordKeys(jsonSchema);
      describeChecked(zodSchema, jsonSchema);
    },
  });
  return rest;
}

/** A check that runs before a schema accepts anything: describe the schema behind it, unless that is recursive. */
function describeChecked(schema: z.core.$ZodTypes, described: z.core.JSONSchema.BaseSchema): void {
  if (schema._zod.def.type !== "pipe" || Object.keys(described).length > 0) return;
  const { $defs, ...behind } = jsonSchemaOf(schema._zod.def.out);
  if ($defs === undefined) Object.assign(described, behind);
}

export function openApiHandlers(): Handlers<typeof OPENAPI_ROUTES> {
  let text: string | undefined;
  return {
    "GET /api/openapi.json": ({ c }) => {
      text ??= JSON.stringify(describeApi());
      return c.body(text, 200, { "Content-Type": "application/json" });
    },
  };
}
