import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import type { RouteDeclaration } from "@fanfare/contract/schema/routes/route";

/** A JSON Schema as the API description has them. */
type Schema = Readonly<Record<string, unknown>>;

/** What the types of the client are made of: a part of an OpenAPI description. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface DescribedOperation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly deprecated?: true;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: DescribedContent };
  readonly responses: Readonly<Record<string, { readonly content?: DescribedContent }>>;
  readonly security: readonly Schema[];
}
type DescribedContent = Readonly<Record<string, { readonly schema: Schema }>>;

/** Shorter texts are repeated instead of named. */
const NAMED_CHARS_MIN = 160;
const REFERENCE = "#/components/schemas/";
const JSON_TYPE = "application/json";

/**
 * Declarations of what each route takes and returns, for customers: those that API tokens can call. Parts that several
 * types share are declared once.
 */
export function printApiTypes(api: ApiDescription): string {
  const printer = createPrinter(api.components.schemas);
  const routes = Object.entries<RouteDeclaration>(API_ROUTES).flatMap(([name, route]) => {
    const operation = operationOf(api, name);
    return operation.security.some((each) => "token" in each) ? [printRoute(printer, name, route, operation)] : [];
  });
  const list = `export interface ApiRoutes {\n${routes.join("\n")}\n}`;
  return `${[HEAD, list, ...printer.declarations()].join("\n\n")}\n`;
}

const HEAD = "// Printed from the routes that the server declares.";

function operationOf(api: ApiDescription, name: string): DescribedOperation {
  const [method = "", path = ""] = name.split(" ");
  const operation = api.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${name} isn't described.`);
  return operation;
}

function printRoute(
  printer: Printer,
  name: string,
  { revision, match, lenient }: RouteDeclaration,
  { summary, description, parameters, requestBody, responses }: DescribedOperation,
): string {
  const own = pascal(name.replace("/api", "").toLowerCase());
  const query = parameters.filter((each) => each.in === "query" && each.deprecated !== true);
  const body = requestBody?.content[JSON_TYPE]?.schema;
  const response = Object.values(responses).find(({ content }) => content?.[JSON_TYPE])?.content?.[JSON_TYPE]?.schema;
  const parts = [
    ...(query.length === 0 ? [] : [`query: ${printer.print(querySchema(query), `${own}Query`, "input")};`]),
    ...(body === undefined ? [] : [`body: ${printer.print(body, `${own}Body`, "input")};`]),
    ...(response === undefined ? [] : [`response: ${printer.print(response, `${own}Response`, "output")};`]),
    ...(revision === undefined ? [] : [`revision: ${JSON.stringify(revision)};`]),
    ...(match === undefined ? [] : ["match: true;"]),
    ...(lenient === undefined ? [] : ["lenient: true;"]),
  ];
  return `/** ${summary}. ${description} */\n${JSON.stringify(name)}: ${inLines(parts)};`.replaceAll(/^/gm, "  ");
}

function querySchema(parameters: DescribedOperation["parameters"]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Requests accept `undefined` where responses lack a property. */
type Direction = "input" | "output";

interface Printer {
  readonly print: (schema: unknown, name: string, direction: Direction) => string;
  readonly declarations: () => readonly string[];
}

/** Prints schemas as types, and keeps the declarations of those with a name. */
function createPrinter(schemas: ApiDescription["components"]["schemas"]): Printer {
  const declared = new Map<string, string>();
  const names = new Map<string, string>();
  const taken = new Set(["ApiRoutes", ...Object.keys(schemas).map(pascal)]);

  const print = (schema: unknown, name: string, direction: Direction): string => {
    const part = asSchema(schema);
    if (typeof part["$ref"] === "string") return reference(part["$ref"].slice(REFERENCE.length), direction);
    const key = `${direction} ${JSON.stringify(part)}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const text = printSchema(part, (child, at) => print(child, `${name}${pascal(at)}`, direction), direction);
    if (text.length < NAMED_CHARS_MIN) return text;
    const own = freeName(name);
    names.set(key, own);
    declared.set(own, `export type ${own} = ${text};`);
    return own;
  };
  const freeName = (name: string): string => {
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
    taken.add(free);
    return free;
  };
  /** Before its text is printed, so that recursive schemas end. */
  const reference = (component: string, direction: Direction): string => {
    const name = pascal(component);
    if (!declared.has(name)) {
      declared.set(name, "");
      const text = printSchema(
        asSchema(schemas[component]),
        (child, at) => print(child, `${name}${pascal(at)}`, direction),
        direction,
      );
      declared.set(name, `export type ${name} = ${text};`);
    }
    return name;
  };
  return { print, declarations: () => [...declared.values()] };
}

type PrintChild = (schema: unknown, at: string) => string;

/** `true` and `{}` accept anything. */
const asSchema = (schema: unknown): Schema => (typeof schema === "object" && schema !== null ? { ...schema } : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function printSchema(schema: Schema, child: PrintChild, direction: Direction): string {
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if ("enum" in schema) return union(asList(schema["enum"]).map((each) => JSON.stringify(each)));
  for (const word of ["anyOf", "oneOf"]) {
    if (word in schema) return union(asList(schema[word]).map((each) => child(each, memberName(each))));
  }
  if ("allOf" in schema) {
    return asList(schema["allOf"])
      .map((each, index) => `(${child(each, String(index + 1))})`)
      .join(" & ");
  }
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((each) => printSchema({ ...schema, type: each }, child, direction)));
  switch (type) {
    case "object":
      return printObject(schema, child, direction);
    case "array":
      return printArray(child(schema["items"], "item"));
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

/** The member's kind, where it has one. */
function memberName(schema: unknown): string {
  const properties = asSchema(asSchema(schema)["properties"]);
  const kind = asSchema(properties["kind"] ?? properties["type"] ?? properties["op"])["const"];
  return typeof kind === "string" ? kind : "";
}

const union = (members: readonly string[]): string =>
  members.length === 0 ? "never" : [...new Set(members)].join(" | ");

const printArray = (item: string): string => `readonly ${/[&|]|^readonly /.test(item) ? `(${item})` : item}[]`;

function printObject(schema: Schema, child: PrintChild, direction: Direction): string {
  const { additionalProperties: more, propertyNames } = schema;
  const required = new Set(asList(schema["required"]));
  const properties = Object.entries(asSchema(schema["properties"])).map(([name, each]) => {
    const text = child(each, name);
    const is_required = required.has(name);
    const value = is_required || direction === "output" ? text : `${text} | undefined`;
    return `readonly ${printName(name)}${is_required ? "" : "?"}: ${value};`;
  });
  if (properties.length > 0) return inLines(properties);
  if (more === false) return "Readonly<Record<string, never>>";
  const keys = asSchema(propertyNames);
  if (!("enum" in keys)) return `Readonly<Record<string, ${child(more, "value")}>>`;
  return `Readonly<Partial<Record<${child(keys, "key")}, ${child(more, "value")}>>>`;
}

const LINE_CHARS_MAX = 100;

function inLines(properties: readonly string[]): string {
  const line = properties.length === 0 ? "{}" : `{ ${properties.join(" ")} }`;
  if (line.length <= LINE_CHARS_MAX && !line.includes("\n")) return line;
  return `{\n${properties.map((each) => each.replaceAll(/^/gm, "  ")).join("\n")}\n}`;
}

const printName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** `post_contents_id` → `PostContentsId`. */
function pascal(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());
}
