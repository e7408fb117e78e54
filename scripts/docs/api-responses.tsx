/** @jsxImportSource hono/jsx */
import { type ProblemCode, problems } from "@fanfare/contract/problem";
import type { JsonSchema, OpenApi, OpenApiOperation } from "@fanfare/server/http/openapi/types";
import type { FC } from "hono/jsx";

const SCHEMAS = "#/components/schemas/";
/** Depth up to which nested objects share one table. Named ones have their own table. */
const DEPTH_MAX = 4;

export const Responses: FC<{ responses: OpenApiOperation["responses"]; codes: readonly ProblemCode[] }> = ({
  responses,
  codes,
}) => (
  <>
    {Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { content, headers }]) => (
        <p class="answer">
          <span class="note">Returns {status}</span>{" "}
          {Object.entries(content ?? {}).map(([type, { schema }], index) => (
            <>
              {index > 0 && " or "}
              {type === "application/json" ? <Type schema={schema} /> : <code>{type}</code>}
            </>
          ))}
          {content === undefined && <span class="note">no body</span>}
          {headers !== undefined && (
            <>
              {" "}
              with <code>{Object.keys(headers).join(", ")}</code>
            </>
          )}
        </p>
      ))}
    <ResponseExample responses={responses} />
    <details>
      <summary>Errors</summary>
      <ul class="codes">
        {codes
          .toSorted((a, b) => problems[a].status - problems[b].status)
          .map((code) => (
            <li>
              {problems[code].status} <a href={`errors.html#${code}`}>{code}</a>
            </li>
          ))}
      </ul>
    </details>
  </>
);

/** An example of a body, or the beginning of a file. */
export const Example: FC<{ value: unknown }> = ({ value }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <pre tabindex={0} role="group" aria-label="Example">
    <code>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code>
  </pre>
);

const ResponseExample: FC<{ responses: OpenApiOperation["responses"] }> = ({ responses }) => {
  const [done] = Object.values(responses);
  const example = Object.values(done?.content ?? {}).find((each) => each.example !== undefined)?.example;
  if (example === undefined) return null;
  return (
    <details>
      <summary>Example response</summary>
      <Example value={example} />
    </details>
  );
};

export const Schemas: FC<{ schemas: OpenApi["components"]["schemas"] }> = ({ schemas }) => (
  <section aria-labelledby="answers">
    <h2 id="answers">Response schemas</h2>
    {Object.entries(schemas)
      .filter(([name]) => isNamedSchema(name))
      .map(([name, schema]) => (
        <div class="entry">
          <h3 id={idOf(name)}>{name}</h3>
          {schemaVariants(schema).map((shape) => (
            <SchemaTable schema={shape} />
          ))}
        </div>
      ))}
  </section>
);

/** Request schemas are named after their operation, start in lowercase, and are shown there. */
const isNamedSchema = (name: string): boolean => /^[A-Z]/.test(name) && name !== "Problem";
const idOf = (name: string): string => `answer-${name}`;

const SchemaTable: FC<{ schema: JsonSchema }> = ({ schema }) =>
  schema["properties"] === undefined ? (
    <p>
      <Type schema={schema} />
    </p>
  ) : (
    <table>
      <tbody>
        <Rows schema={schema} prefix="" depth={1} />
      </tbody>
    </table>
  );

const Rows: FC<{ schema: JsonSchema; prefix: string; depth: number }> = ({ schema, prefix, depth }) => {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    <>
      {Object.entries(schema["properties"] ?? {}).map(([name, field]: [string, JsonSchema]) => {
        const { within, mark } = nestedSchemas(field);
        return (
          <>
            <tr>
              <th scope="row">
                <code>{`${prefix}${name}`}</code>
              </th>
              <td>
                <Type schema={field} />
              </td>
              <td>{[required.includes(name) ? "" : "Optional.", field["description"]].filter(Boolean).join(" ")}</td>
            </tr>
            {depth < DEPTH_MAX &&
              within.map((each) => <Rows schema={each} prefix={`${prefix}${name}${mark}.`} depth={depth + 1} />)}
          </>
        );
      })}
    </>
  );
};

/** Object schemas of a field or of its list items, with the suffix for its name. */
function nestedSchemas(field: JsonSchema): { readonly within: readonly JsonSchema[]; readonly mark: string } {
  // Cast: an array schema has the schema of its items.
  if (field["type"] === "array") return { within: schemaVariants((field["items"] ?? {}) as JsonSchema), mark: "[]" };
  return { within: schemaVariants(field), mark: "" };
}

/** The alternatives of a schema, or the schema itself. */
function schemaVariants(schema: JsonSchema): readonly JsonSchema[] {
  const several = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(several) ? several : [schema];
}

/** Type of a field. Named types link to their table. */
const Type: FC<{ schema: JsonSchema }> = ({ schema }) => {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.slice(SCHEMAS.length);
    return isNamedSchema(name) ? <a href={`#${idOf(name)}`}>{name}</a> : <>object</>;
  }
  const several = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(several)) {
    const is_plain = several.every((each: JsonSchema) => each["properties"] === undefined);
    if (!is_plain)
      return <>{several.length === 2 && several.some(isNull) ? "object or null" : "one of several objects"}</>;
    return (
      <>
        {several.map((each: JsonSchema, index) => (
          <>
            {index > 0 && " or "}
            <Type schema={each} />
          </>
        ))}
      </>
    );
  }
  if (Array.isArray(schema["enum"])) return <>{schema["enum"].map(String).join(" | ")}</>;
  if ("const" in schema) return <>{String(schema["const"])}</>;
  if (schema["type"] === "array") {
    return (
      <>
        array of <Type schema={(schema["items"] ?? {}) as JsonSchema} />
      </>
    );
  }
  if (schema["format"] === "date-time") return <>time</>;
  const type = schema["type"] ?? "anything";
  return <>{Array.isArray(type) ? type.join(" or ") : String(type)}</>;
};

const isNull = (schema: JsonSchema): boolean => schema["type"] === "null";
