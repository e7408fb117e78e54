import type { z } from "zod";
import type { ProblemCode } from "../../problem.ts";

/** `anyone`, an action of the policy, or the public key of an app, as pages send it. */
export type RouteAccess = "anyone" | "app_key" | `${string}.${string}`;

/**
 * All that is known about a route before it runs. The server derives the access check, the parsing of query and body, and
 * the documentation from it; the console derives the types of its calls.
 */
export interface RouteDeclaration {
  readonly access: RouteAccess;
  readonly summary: string;
  /** A strict object. Without it, the route takes no parameter. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Body as `application/x-www-form-urlencoded`, which the handler reads. */
  readonly form?: z.ZodObject;
  /** In place of the usual limit of a body. */
  readonly body_bytes_max?: number;
  /** Accept NUL and lone surrogates in texts: passwords, which are hashed, and data that is checked where it is used. */
  readonly any_text?: true;
  /** Body of a success in JSON. */
  readonly response?: z.ZodType;
  /** Media types of a file, in place of JSON or, where a parameter asks for it, beside it. */
  readonly files?: readonly string[];
  /** Of a success; 200 by default, or 204 without a response. */
  readonly status?: 200 | 201 | 202 | 204 | 303;
  /** A second status of a success. */
  readonly also?: 201;
  /** The response has an `ETag`, which `If-Match` takes. */
  readonly tagged?: true;
  /** Require `If-Match` with the revision; `if_set`: only when there is something to overwrite. */
  readonly revision?: true | "if_set";
  /** Accept `If-Match` with the tag. */
  readonly match?: true;
  /** Accept an incomplete draft with `Prefer: handling=lenient`. */
  readonly lenient?: true;
  /** Limit how often a backend may call. */
  readonly backend_limit?: true;
  /** The console sends no `Idempotency-Key`: the call only asks, or its body holds a password whose hash must not be kept. */
  readonly unkeyed?: true;
  /** Errors beside those that follow from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[];
}

/** Declarations by method and path: `GET /api/goals/:id`. */
export type RouteTable = Readonly<Record<string, RouteDeclaration>>;

/**
 * @example
 * export const TAG_ROUTES = defineRoutes({
 *   "GET /api/tags": { access: "content.read", summary: "List content tags", response: tagsResponseSchema },
 * });
 */
export const defineRoutes = <const Routes extends RouteTable>(routes: Routes): Routes => routes;

/** What a schema makes of its input; undefined without a schema. */
export type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A property of a declaration; undefined where it is absent. */
export type DeclaredValue<Route, Name extends keyof RouteDeclaration> = Route extends {
  readonly [Key in Name]: infer Value;
}
  ? Value
  : undefined;

/** Names of the parameters in a path: `"id"` for `/api/goals/:id`. */
export type PathParameter<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;
