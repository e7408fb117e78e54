import { z } from "zod";
import type { ProblemCode } from "../../problem.ts";

/** `anyone`, an action of the policy, or `app_key`: the public app key that pages send. */
export type RouteAccess = "anyone" | "app_key" | `${string}.${string}`;

/**
 * Declaration of a route. The server derives access checks, parsing, and documentation from it. The console derives its
 * request types.
 */
export interface RouteDeclaration {
  readonly access: RouteAccess;
  readonly summary: string;
  /** A strict object. Without it, the route has no query parameters. */
  readonly query?: z.ZodObject;
  /** Former names of query parameters, which are still accepted with a `Deprecation` header. */
  readonly former_query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** `application/x-www-form-urlencoded` body, parsed by the handler. */
  readonly form?: z.ZodObject;
  /** Replaces the default body limit. */
  readonly body_bytes_max?: number;
  /**
   * Accept NUL and lone surrogates in text: for passwords, which are hashed, and for data that is validated where it's
   * used.
   */
  readonly any_text?: true;
  /** JSON body of a success response. */
  readonly response?: z.ZodType;
  /** Media types of a file, instead of JSON or as a parameter's alternative to it. */
  readonly files?: readonly string[];
  /** Success status. Defaults to 200, or 204 without a response. */
  readonly status?: 200 | 201 | 202 | 204 | 303;
  /** A second success status. */
  readonly also?: 201;
  /** The response has an `ETag` for use in `If-Match`. */
  readonly tagged?: true;
  /** Require `If-Match` with the revision. `if_set`: only if there is something to overwrite. */
  readonly revision?: true | "if_set";
  /** Accept `If-Match` with the ETag. */
  readonly match?: true;
  /** Accept an incomplete draft with `Prefer: handling=lenient`. */
  readonly lenient?: true;
  /** Apply the rate limit for backends. */
  readonly backend_limit?: true;
  /**
   * The console sends no `Idempotency-Key`: the request is read-only, or its body has a password whose hash must not be
   * stored.
   */
  readonly unkeyed?: true;
  /** Errors beyond those implied by the rest of the declaration. */
  readonly problems?: readonly ProblemCode[];
}

/** Routes by method and path: `GET /api/goals/:id`. */
export type RouteTable = Readonly<Record<string, RouteDeclaration>>;

/**
 * @example
 * export const TAG_ROUTES = defineRoutes({
 *   "GET /api/tags": { access: "content.read", summary: "List content tags", response: tagsResponseSchema },
 * });
 */
export const defineRoutes = <const Routes extends RouteTable>(routes: Routes): Routes => routes;

export type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
export type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A property of a declaration, or undefined if absent. */
export type DeclaredValue<Route, Name extends keyof RouteDeclaration> = Route extends {
  readonly [Key in Name]: infer Value;
}
  ? Value
  : undefined;

/** Parameter names in a path: `"id"` for `/api/goals/:id`. */
export type PathParameter<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

/** Public app key, sent with every request of a page. */
export const appKeySchema = z.strictObject({ app: z.string() });

/** Only the type is declared. A second schema of content could diverge from the first. */
export const typedSchema = <Type>() => z.custom<Type>();
