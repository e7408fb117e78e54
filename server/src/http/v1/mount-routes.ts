import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { isSocketId } from "@fanfare/contract/realtime/channel";
import type {
  DeclaredValue,
  PathParameter,
  RouteDeclaration,
  RouteTable,
  SchemaOutput,
} from "@fanfare/contract/schema/routes/route";
import type { Context } from "hono";
import type { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { parseBody, parseQuery, readJson, readPathParameters, readQuery, validateWithDraft } from "../request/body.ts";
import { ifMatchRevision } from "../request/conditional.ts";
import type { V1Env, V1Hono } from "./deps.ts";

/** Parameters that the middleware or {@link socketIdOf} reads. */
const SHARED_PARAMETERS = ["app", "socket_id"] as const;

type OwnQuery<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? [Exclude<keyof Shape, (typeof SHARED_PARAMETERS)[number]>] extends [never]
      ? undefined
      : Omit<z.output<Schema>, (typeof SHARED_PARAMETERS)[number]>
    : undefined;

interface ClientCall<Path extends string, Route> {
  readonly c: Context<V1Env>;
  readonly app: AppRecord;
  readonly params: Readonly<Record<PathParameter<Path>, string>>;
  readonly query: OwnQuery<DeclaredValue<Route, "query">>;
  readonly body: SchemaOutput<DeclaredValue<Route, "body">>;
  /** From `If-Match`. */
  readonly revision: DeclaredValue<Route, "revision"> extends true ? number : undefined;
  readonly socket_id: string | null;
}

/** One handler per declared route. A `Response` is sent as is, such as 304. */
export type ClientHandlers<Routes extends RouteTable> = {
  readonly [Name in keyof Routes & string]: (
    call: ClientCall<Name, Routes[Name]>,
  ) => Promise<SchemaOutput<DeclaredValue<Routes[Name], "response">> | Response>;
};

type AnyHandler = (call: {
  readonly c: Context<V1Env>;
  readonly app: AppRecord;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly revision: number | undefined;
  readonly socket_id: string | null;
}) => Promise<object>;

/**
 * Mounts declared routes on `/v1`. Checks each request in this order: body, socket, query. Common startup requests are
 * parsed once: a query without its own parameters is only checked for unknown names.
 */
export function mountClientRoutes<Routes extends RouteTable>(
  v1: V1Hono,
  routes: Routes,
  handlers: ClientHandlers<Routes>,
): void {
  for (const [name, route] of Object.entries(routes)) {
    // Cast: each handler was type-checked against the declaration of the same name, which is used to call it.
    const handler = handlers[name] as AnyHandler;
    const readQuery = queryReader(route);
    const takes_socket = "socket_id" in (route.query?.shape ?? {});
    const [method = "", path = ""] = name.split(" ");
    v1.on(method, path.slice("/v1".length), async (c) => {
      const body = await readDeclaredBody(c, route);
      const socket_id = takes_socket ? socketIdOf(c) : null;
      const query = readQuery(c);
      const revision = route.revision === true ? ifMatchRevision(c) : undefined;
      const call = { c, app: c.var.app, params: readPathParameters(c), query, body, revision, socket_id };
      const result = await handler(call);
      return result instanceof Response ? result : c.json(result);
    });
  }
}

async function readDeclaredBody(c: Context<V1Env>, route: RouteDeclaration): Promise<unknown> {
  const { body, body_bytes_max, lenient } = route;
  if (body === undefined) return undefined;
  if (!lenient) return readBody(c, body, body_bytes_max ?? limits.v1_body_bytes_max);
  assertJson(c);
  return validateWithDraft(c, await readJson(c), body);
}

/** @throws ProblemError (the returned function) `query_invalid`. */
function queryReader({ query }: RouteDeclaration): (c: Context<V1Env>) => unknown {
  if (query === undefined) return () => undefined;
  const known = new Set(Object.keys(query.shape));
  const has_own = [...known].some((name) => !SHARED_PARAMETERS.some((shared) => shared === name));
  return (c) => {
    const sent = readQuery(c);
    if (!has_own && Object.keys(sent).every((name) => known.has(name))) return undefined;
    const { app: _, socket_id: __, ...own } = parseQuery(sent, query);
    return own;
  };
}

/**
 * Reads the JSON body of an SDK request. Browsers send plain text cross-site without a preflight, which saves a page its
 * first round trip. It's accepted with an `Origin`, which the app has allowed then.
 *
 * @throws ProblemError `content_type_unsupported`, and as {@link parseBody}.
 */
function readBody<Schema extends z.ZodType>(c: Context, schema: Schema, bytes_max: number): Promise<z.output<Schema>> {
  assertJson(c);
  return parseBody(c, schema, bytes_max);
}

function assertJson(c: Context): void {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json" || (type === "text/plain" && c.req.header("Origin") !== undefined)) return;
  throw new ProblemError("content_type_unsupported", "Send the body as Content-Type: application/json.");
}

/**
 * Socket ID of the requesting page, from the query. Signals include it, so that this page doesn't refetch its own
 * change.
 */
function socketIdOf(c: Context): string | null {
  const socket_id = c.req.query("socket_id");
  if (socket_id === undefined) return null;
  if (isSocketId(socket_id)) return socket_id;
  throw new ProblemError("socket_id_invalid", "The query's socket_id isn't in the form digits.digits. Remove it.");
}
