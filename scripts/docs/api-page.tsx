/** @jsxImportSource hono/jsx */
import { limits } from "@fanfare/contract/limits";
import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { routeProblems } from "@fanfare/server/http/openapi/route-problems";
import type { JsonSchema, OpenApi, OpenApiOperation } from "@fanfare/server/http/openapi/types";
import type { FC } from "hono/jsx";
import { Example, Responses, Schemas } from "./api-responses.tsx";
import { Article, type Frame } from "./layout.tsx";
import type { Passage } from "./markdown.ts";

/** Deeper fields are shown as an object; the OpenAPI description has the rest. */
const DEPTH_MAX = 3;
export const SUMMARY = "The API that the console uses, for scripts and integrations.";

/** Reference of the HTTP API, from the route declarations. */
export const ApiPage: FC<{ frame: Frame }> = ({ frame }) => {
  const api = describeApi();
  const groups = [...byTag(api)];
  const headings = groups.map(([tag]) => ({ id: tag, text: titleOf(tag), depth: 2 }));
  return (
    <Article
      frame={frame}
      slug="api"
      kind="reference"
      title="HTTP API"
      summary={SUMMARY}
      headings={[
        { id: "deprecations", text: "Deprecations", depth: 2 },
        ...headings,
        { id: "answers", text: "Response schemas", depth: 2 },
      ]}
    >
      <Introduction />
      {groups.map(([tag, operations]) => (
        <section aria-labelledby={tag}>
          <h2 id={tag}>{titleOf(tag)}</h2>
          {operations.map((each) => (
            <Operation {...each} schemas={api.components.schemas} />
          ))}
        </section>
      ))}
      <Schemas schemas={api.components.schemas} />
    </Article>
  );
};

/** Each call as a passage of the search. */
export function apiPassages(): readonly Passage[] {
  return [...byTag(describeApi()).values()].flat().map(({ method, path, operation }) => ({
    id: operation.operationId,
    heading: operation.summary,
    text: `${method} ${path} ${operation.description}`,
  }));
}

interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

function byTag({ paths }: OpenApi): ReadonlyMap<string, readonly ListedOperation[]> {
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return Map.groupBy(listed, ({ operation }) => operation.tags[0] ?? "");
}

function titleOf(tag: string): string {
  if (tag === "openapi") return "OpenAPI";
  const text = tag.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const Introduction: FC = () => (
  <>
    <p>
      {SUMMARY} A server describes it in the OpenAPI format at <code>/api/openapi.json</code>.
    </p>
    <p>
      Send <code>Authorization: Bearer fft_…</code> with an API token. Create one in the console or with{" "}
      <code>fanfare token create --scope content.read</code>. Each endpoint lists the scope that it requires.
    </p>
    <p>
      <a href="errors.html">Errors</a> are <code>application/problem+json</code> with a stable <code>code</code> and a
      sentence with the fix. List responses contain <code>items</code> and <code>next</code>, the cursor of the next
      page.
    </p>
    <p>
      Each API token and each member can make {limits.api_requests_per_second_max} requests per second, and bursts of{" "}
      {limits.api_requests_burst_max}. <code>RateLimit</code> and <code>RateLimit-Policy</code> show what is left.
      Beyond the limit, responses are 429 with <code>Retry-After</code>. Backend calls about people have a limit of
      their own, set per app.
    </p>
    <h2 id="deprecations">Deprecations</h2>
    <p>
      Responses to deprecated requests have the header <code>Deprecation</code> (RFC 9745) with the time of the
      deprecation. Send <code>app_id</code> in the query, also of writes: <code>app_id</code> in the body is deprecated.
      Former names of parameters are marked as deprecated below.
    </p>
  </>
);

const Operation: FC<ListedOperation & { schemas: OpenApi["components"]["schemas"] }> = ({
  method,
  path,
  operation,
  schemas,
}) => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [sent] = Object.values(requestBody?.content ?? {});
  const body = sent === undefined ? undefined : resolve(sent.schema, schemas);
  return (
    <div class="entry">
      <h3 id={operationId}>{summary}</h3>
      <p class="call">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      <p class="access">{description}</p>
      {parameters.length > 0 && (
        <table>
          <caption>Parameters</caption>
          <tbody>
            {parameters.map(({ name, in: place, required, schema, description, deprecated }) => (
              <Row
                name={name}
                note={place}
                required={required}
                schema={schema}
                about={deprecated ? `Deprecated. ${description}` : description}
              />
            ))}
          </tbody>
        </table>
      )}
      {body !== undefined && (
        <table>
          <caption>Body</caption>
          <tbody>
            <Fields schema={body} schemas={schemas} prefix="" depth={1} />
          </tbody>
        </table>
      )}
      {sent?.example !== undefined && <Example value={sent.example} />}
      <Responses responses={responses} codes={codesOf(method, path)} />
    </div>
  );
};

/** Calls of Pusher libraries answer in plain text, without codes. */
function codesOf(method: string, path: string) {
  return path.startsWith("/apps/") ? [] : routeProblems(`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`);
}

const Fields: FC<{ schema: JsonSchema; schemas: OpenApi["components"]["schemas"]; prefix: string; depth: number }> = ({
  schema,
  schemas,
  prefix,
  depth,
}) => {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    <>
      {Object.entries(schema["properties"] ?? {}).map(([name, given]: [string, JsonSchema]) => {
        const field = resolve(given, schemas);
        return (
          <>
            <Row
              name={`${prefix}${name}`}
              note=""
              required={required.includes(name)}
              schema={field}
              about={undefined}
            />
            {depth < DEPTH_MAX && (
              <Fields schema={field} schemas={schemas} prefix={`${prefix}${name}.`} depth={depth + 1} />
            )}
          </>
        );
      })}
    </>
  );
};

interface RowProps {
  readonly name: string;
  readonly note: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly about: string | undefined;
}

const Row: FC<RowProps> = ({ name, note, required, schema, about }) => (
  <tr>
    <th scope="row">
      <code>{name}</code>
    </th>
    <td>
      {typeOf(schema)}
      {note !== "" && <span class="note"> in {note}</span>}
    </td>
    <td>{required ? "required" : ""}</td>
    <td>{[about, boundsOf(schema)].filter(Boolean).join(" ")}</td>
  </tr>
);

function resolve(schema: JsonSchema, schemas: OpenApi["components"]["schemas"]): JsonSchema {
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
  return name === undefined ? schema : (schemas[name] ?? schema);
}

function typeOf(schema: JsonSchema): string {
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String).join(" | ");
  if ("const" in schema) return String(schema["const"]);
  if (Array.isArray(choices)) return choices.map(typeOf).join(" or ");
  if (schema["type"] === "array") return "list";
  return String(schema["type"] ?? "any");
}

const BOUNDS: Readonly<Record<string, string>> = {
  minLength: "at least %s characters",
  maxLength: "at most %s characters",
  minimum: "at least %s",
  maximum: "at most %s",
  minItems: "at least %s items",
  maxItems: "at most %s items",
  default: "otherwise %s",
};

function boundsOf(schema: JsonSchema): string {
  return Object.entries(BOUNDS)
    .filter(([name]) => name in schema && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER)
    .map(([name, text]) => text.replace("%s", JSON.stringify(schema[name])))
    .join(", ");
}
