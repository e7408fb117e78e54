import type { ApiRoute as DeclaredRoute, ApiRoutes as DeclaredRoutes } from "@fanfare/contract/schema/routes/api";
import type { DeclaredValue, SchemaInput, SchemaOutput } from "@fanfare/contract/schema/routes/route";

type Immutable<Value> = unknown extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/**
 * What each route of `/api` takes and returns, as declared in the contract. Types only: loads no schemas. The published
 * package has the same types, printed by `sdk/package/api-types.ts`.
 */
export type ApiRoutes = {
  readonly [Route in DeclaredRoute]: {
    readonly query: Immutable<SchemaInput<DeclaredValue<DeclaredRoutes[Route], "query">>>;
    readonly body: Immutable<SchemaInput<DeclaredValue<DeclaredRoutes[Route], "body">>>;
    readonly response: SchemaOutput<DeclaredValue<DeclaredRoutes[Route], "response">>;
    readonly revision: DeclaredValue<DeclaredRoutes[Route], "revision">;
    readonly match: DeclaredValue<DeclaredRoutes[Route], "match">;
    readonly lenient: DeclaredValue<DeclaredRoutes[Route], "lenient">;
    readonly unkeyed: DeclaredValue<DeclaredRoutes[Route], "unkeyed">;
  };
};
