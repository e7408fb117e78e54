import type { Rng } from "@fanfare/contract/lib/rng";
import { EXAMPLES } from "../../src/http/openapi/examples.ts";
import { describeApi } from "../../src/http/openapi/openapi.ts";
import type { JsonSchema, OpenApiOperation } from "../../src/http/openapi/types.ts";
import { CORPUS } from "./corpus.ts";
import { schemaInstance } from "./schema-instance.ts";

/** A call with one injected text. */
export interface InjectedCall {
  readonly method: string;
  /** As in OpenAPI, such as `/api/contents/{id}`. */
  readonly route: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly is_form: boolean;
  /** Which text is where, for messages. */
  readonly what: string;
}

export interface KnownValues {
  /** Path parameters by the noun of the route and their name. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Query parameters and properties of bodies. */
  readonly names: Readonly<Record<string, string>>;
  /** Bodies that the server accepted, by route. */
  readonly bodies: ReadonlyMap<string, unknown>;
}

/** A string of a call: where it is, and how a text gets there. */
interface Place {
  readonly name: string;
  /** Undefined: can't be sent there. */
  inject(text: string): Pick<InjectedCall, "path" | "headers" | "body"> | undefined;
}

const PAYLOADS = Object.entries(CORPUS).flatMap(([kind, texts]) => texts.map((text, at) => ({ kind, at, text })));
const WRITABLE_HEADER = /^[\t\x20-\x7e]*$/;

/** Every corpus text in every string of every route, deletions last: they would remove what others need. */
export function injectedCalls(known: KnownValues, rng: Rng): readonly InjectedCall[] {
  const { paths, components } = describeApi();
  const operations = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
  );
  operations.sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));
  return operations.flatMap(({ route, method, operation }) => {
    const [[type = "", content] = []] = Object.entries(operation.requestBody?.content ?? {});
    const body = content && bodyOf(`${method} ${route}`, content.schema, components.schemas, known, rng);
    const places = placesOf(operation, { method, route, body, known });
    return places.flatMap((place) =>
      PAYLOADS.flatMap(({ kind, at, text }) => {
        const injected = place.inject(text);
        const is_form = type.includes("form");
        if (injected === undefined) return [];
        return [{ method, route, is_form, ...injected, what: `${method} ${route}: ${kind} ${at} in ${place.name}` }];
      }),
    );
  });
}

function bodyOf(
  name: string,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  { bodies, names }: KnownValues,
  rng: Rng,
): unknown {
  // Of the same shape as the example, if there is one: deep rules reject what a schema alone suggests.
  const accepted = bodies.get(name) ?? EXAMPLES[name]?.request;
  const full = schemaInstance(schema, schemas, rng, names);
  if (typeof full !== "object" || full === null || Array.isArray(full)) return accepted ?? full;
  return typeof accepted === "object" && rng.next() < 0.8 ? accepted : full;
}

function placesOf(
  { parameters }: OpenApiOperation,
  { method, route, body, known }: Pick<InjectedCall, "method" | "route" | "body"> & { readonly known: KnownValues },
): readonly Place[] {
  const values = known.paths[route.split("/")[2] ?? ""] ?? {};
  const query = parameters.filter((each) => each.in === "query" && each.required);
  const pathWith = (replaced: string, text: string): string =>
    route.replaceAll(/\{(\w+)\}/g, (_, name) => encode(name === replaced ? text : (values[name] ?? "some-id")));
  const queryWith = (replaced: string, text: string): string => {
    const pairs = new Map(query.map(({ name }) => [name, known.names[name] ?? "1"]));
    if (replaced !== "") pairs.set(replaced, text);
    return pairs.size === 0 ? "" : `?${[...pairs].map(([name, value]) => `${name}=${encode(value)}`).join("&")}`;
  };
  const plain = { path: pathWith("", "") + queryWith("", ""), headers: {}, body };
  const placeOf = ({ name, in: where }: (typeof parameters)[number]): Place => {
    switch (where) {
      case "path":
        return { name, inject: (text) => ({ ...plain, path: pathWith(name, text) + queryWith("", "") }) };
      case "query":
        return { name, inject: (text) => ({ ...plain, path: pathWith("", "") + queryWith(name, text) }) };
      case "header":
        return {
          name,
          inject: (text) => (WRITABLE_HEADER.test(text) ? { ...plain, headers: { [name]: text } } : undefined),
        };
    }
  };
  const places = parameters.map(placeOf);
  // A real deletion would remove what other calls need.
  if (method === "DELETE") return places.filter((_, index) => parameters[index]?.in === "path");
  return [...places, ...bodyPlaces(body).map((place) => ({ ...place, inject: bodyInjection(plain, place) }))];
}

function encode(text: string): string {
  // As they are, a URL would resolve them before the request is sent.
  return text === "." || text === ".." ? text.replaceAll(".", "%2e") : encodeURIComponent(text.toWellFormed());
}

interface BodyPlace {
  readonly name: string;
  with(text: string): unknown;
}

function bodyInjection(plain: Pick<InjectedCall, "path" | "headers" | "body">, place: BodyPlace): Place["inject"] {
  return (text) => ({ ...plain, body: place.with(text) });
}

/** Each string in a body, and a new property of each object. */
function bodyPlaces(body: unknown, at = ""): readonly BodyPlace[] {
  if (typeof body === "string") return [{ name: at, with: (text) => text }];
  if (Array.isArray(body)) {
    return body.flatMap((each, index) =>
      bodyPlaces(each, `${at}/${index}`).map((place) => ({
        name: place.name,
        with: (text: string) => body.with(index, place.with(text)),
      })),
    );
  }
  if (typeof body !== "object" || body === null) return [];
  const inside = Object.entries(body).flatMap(([name, each]) =>
    bodyPlaces(each, `${at}/${name}`).map((place) => ({
      name: place.name,
      with: (text: string) => ({ ...body, [name]: place.with(text) }),
    })),
  );
  // JSON.parse, unlike an object literal, makes `__proto__` a property of its own.
  const key = { name: `${at}/{key}`, with: (text: string) => withKey(body, text) };
  return [...inside, key];
}

function withKey(body: object, key: string): unknown {
  return JSON.parse(
    JSON.stringify(body).replace(/^\{/, `{${JSON.stringify(key)}:{"polluted":1}${isEmpty(body) ? "" : ","}`),
  );
}

const isEmpty = (body: object): boolean => Object.keys(body).length === 0;
