import type { PathParameter } from "@fanfare/contract/schema/routes/route";

/** A property of a route's types, or undefined if the route has none. */
type Part<Types, Name extends string> = Types extends { readonly [Key in Name]: infer Value } ? Value : undefined;

/** An option of a route. Optional if all of its properties are. */
type Option<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** An option that depends on what a route declares. */
type OptionFor<Declared, Required, Optional = unknown> = [Declared] extends [undefined]
  ? unknown
  : Declared extends true
    ? Required
    : Optional;

/** What a route takes. A route without parameters, query, and body takes only a signal. */
export type CallOptions<Types, Route extends string> = { readonly signal?: AbortSignal | undefined } & ([
  PathParameter<Route>,
] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParameter<Route>, string | number>> }) &
  Option<"query", Part<Types, "query">> &
  Option<"body", Part<Types, "body">> &
  OptionFor<Part<Types, "revision">, { readonly revision: number }, { readonly revision?: number | undefined }> &
  OptionFor<Part<Types, "match">, { readonly etag?: string | undefined }> &
  OptionFor<Part<Types, "lenient">, { readonly lenient?: boolean }> &
  OptionFor<Part<Types, "unkeyed">, { readonly unkeyed: true }>;

/** Arguments of a call. Options may be omitted if all of them may. */
export type CallArguments<Route, Options> = [
  route: Route,
  ...options: Record<never, never> extends Options ? [Options?] : [Options],
];

/** What a route responds with. */
export type ResponseOf<Types> = Part<Types, "response">;

/** Routes that respond with a page of items. */
export type ListRoute<Routes> = {
  readonly [Route in keyof Routes]: ResponseOf<Routes[Route]> extends {
    readonly items: readonly unknown[];
    readonly next: string | null;
  }
    ? Route
    : never;
}[keyof Routes];

/** An item of a list. */
export type ItemOf<Types> = ResponseOf<Types> extends { readonly items: readonly (infer Item)[] } ? Item : never;
