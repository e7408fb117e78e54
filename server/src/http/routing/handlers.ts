import type { DeclaredValue, PathParameter, RouteTable, SchemaOutput } from "@fanfare/contract/schema/routes/route";
import type { Context } from "hono";
import type { z } from "zod";
import type { Actor } from "../../accounts/access/actor.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { ApiEnv } from "../api/guards/deps.ts";

/** Response data with its `ETag`. Undefined tag: nothing exists yet to overwrite. */
export class Tagged<Data> {
  readonly data: Data;
  readonly tag: number | string | undefined;

  constructor(data: Data, tag: number | string | undefined) {
    this.data = data;
    this.tag = tag;
  }
}

type NamesApp<Schema> =
  Schema extends z.ZodObject<infer Shape> ? (Shape extends { readonly app_id: z.ZodString } ? true : false) : false;

type ActorOf<Route> = DeclaredValue<Route, "access"> extends "anyone" ? undefined : Actor;
type AppOf<Route> = NamesApp<DeclaredValue<Route, "query">> extends true ? AppRecord : undefined;

export interface ApiCall<Path extends string, Route> {
  readonly c: Context<ApiEnv>;
  readonly params: Readonly<Record<PathParameter<Path>, string>>;
  readonly query: SchemaOutput<DeclaredValue<Route, "query">>;
  readonly body: SchemaOutput<DeclaredValue<Route, "body">>;
  readonly actor: ActorOf<Route>;
  /** App of the `app_id` in the query. */
  readonly app: AppOf<Route>;
  /** From `If-Match`. */
  readonly revision: DeclaredValue<Route, "revision"> extends true ? number : undefined;
  /** From `If-Match`, if present. */
  readonly tag: string | undefined;
}

type Data<Route> =
  DeclaredValue<Route, "response"> extends z.ZodType ? SchemaOutput<DeclaredValue<Route, "response">> : undefined;
type Result<Route> =
  | (DeclaredValue<Route, "tagged"> extends true ? Tagged<Data<Route>> : Data<Route>)
  | (DeclaredValue<Route, "files"> extends readonly string[] ? Response : never)
  | (DeclaredValue<Route, "status"> extends 303 ? Response : never);

/** One handler per declared route. A missing one is a type error. */
export type Handlers<Routes extends RouteTable> = {
  readonly [Name in keyof Routes & string]: (
    call: ApiCall<Name, Routes[Name]>,
  ) => Result<Routes[Name]> | Promise<Result<Routes[Name]>>;
};

export type AnyHandler = (call: {
  readonly c: Context<ApiEnv>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly actor: Actor | undefined;
  readonly app: AppRecord | undefined;
  readonly revision: number | undefined;
  readonly tag: string | undefined;
}) => unknown;
