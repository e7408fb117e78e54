import type { ApiRoute, ApiRoutes } from "@fanfare/contract/schema/routes/api";
import type { DeclaredValue, PathParameter, SchemaOutput } from "@fanfare/contract/schema/routes/route";
import type { z } from "zod";
import { networkProblem, readProblem } from "./api-problem.ts";
import { type FileRead, readFile } from "./download.ts";
import { createPendingRequests, type PendingRequests } from "./idempotent-requests.ts";
import { pathSegment, queryString } from "./query-string.ts";

/** Subset of `fetch` that tests can replace. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Response of a route, as declared in the contract. Types only: loads no schemas. */
export type ApiResponse<Route extends ApiRoute> = SchemaOutput<DeclaredValue<ApiRoutes[Route], "response">>;
/** Query of a route before defaults apply. */
export type ApiQuery<Route extends ApiRoute> = ApiInput<Route, "query">;

type ApiInput<Route extends ApiRoute, Part extends "query" | "body"> =
  DeclaredValue<ApiRoutes[Route], Part> extends infer Schema extends z.ZodType ? Immutable<z.input<Schema>> : undefined;
type Immutable<Value> = unknown extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** An option of a route. Optional if all of its properties are. */
type Option<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };
/** An option whose type depends on a property of the declaration. */
type OptionFor<Declared, Required, Optional = unknown> = [Declared] extends [undefined]
  ? unknown
  : Declared extends true
    ? Required
    : Optional;

export type CallOptions<Route extends ApiRoute> = { readonly signal?: AbortSignal | undefined } & ([
  PathParameter<Route>,
] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParameter<Route>, string | number>> }) &
  Option<"query", ApiInput<Route, "query">> &
  Option<"body", ApiInput<Route, "body">> &
  OptionFor<
    DeclaredValue<ApiRoutes[Route], "revision">,
    { readonly revision: number },
    { readonly revision?: number | undefined }
  > &
  OptionFor<DeclaredValue<ApiRoutes[Route], "match">, { readonly etag?: string | undefined }> &
  OptionFor<DeclaredValue<ApiRoutes[Route], "lenient">, { readonly lenient?: boolean }> &
  OptionFor<DeclaredValue<ApiRoutes[Route], "unkeyed">, { readonly unkeyed: true }>;

/** Options of any call, after the route is type-checked. */
interface AnyOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
  readonly revision?: number | undefined;
  readonly etag?: string | undefined;
  readonly lenient?: boolean;
  readonly unkeyed?: true;
  readonly signal?: AbortSignal | undefined;
}

export type CallArguments<Route extends ApiRoute> = [
  route: Route,
  ...options: Record<never, never> extends CallOptions<Route> ? [CallOptions<Route>?] : [CallOptions<Route>],
];

/** Calls a route of `/api`. Resolves to its declared response, or rejects with an `ApiProblem`. */
export type Call = <Route extends ApiRoute>(...call: CallArguments<Route>) => Promise<ApiResponse<Route>>;

export interface Api {
  readonly call: Call;
  /** Downloads a file and reports progress to `onRead`. Sends a POST if `body` is set. */
  readonly download: (
    path: string,
    signal: AbortSignal,
    onRead: (read: FileRead) => void,
    body?: unknown,
  ) => Promise<Blob>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  readonly options: AnyOptions;
  readonly key?: string | undefined;
}

/**
 * @example
 * const api = createApi((url, init) => fetch(url, init));
 * const page = await api.call("GET /api/contents", { query: { app_id: "1", q: "welcome" } });
 */
export function createApi(net: Fetch, pending: PendingRequests = createPendingRequests()): Api {
  const callRoute = async (route: ApiRoute, options: AnyOptions = {}): Promise<unknown> => {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pathOf(pattern, options);
    // The server accepts only JSON from browsers, also for writes without a body.
    const body = options.body ?? (method === "POST" ? {} : undefined);
    const request = { method, path, accept: "application/json", options: { ...options, body } };
    const read = async (key?: string): Promise<unknown> => readJson(await send(net, { ...request, key }));
    if (method === "GET") return read();
    const attempt = pending.begin(path, JSON.stringify([method, path, options.revision ?? options.etag, body]));
    return await read(method === "POST" && options.unkeyed !== true ? attempt.key : undefined).catch(
      (error: unknown) => {
        attempt.failed(error);
        throw error;
      },
    );
  };

  return {
    // Safe cast: the server's handlers are type-checked against the same contract.
    call: callRoute as Call,
    async download(path, signal, onRead, body) {
      const method = body === undefined ? "GET" : "POST";
      const response = await send(net, { method, path, accept: "*/*", options: { body, signal } });
      return readFile(response, onRead).catch((cause: unknown) => {
        throw signal.aborted ? cause : networkProblem(cause);
      });
    },
  };
}

/** Path after `/api/`, with parameters and query. */
function pathOf(pattern: string, { params = {}, query = {} }: AnyOptions): string {
  const path = pattern
    .slice("/api/".length)
    .replaceAll(/:(\w+)/g, (_, name: string) => pathSegment(String(params[name])));
  const search = queryString({ ...query });
  return search === "" ? path : `${path}?${search}`;
}

async function send(net: Fetch, { method, path, accept, options, key }: Request): Promise<Response> {
  const { body, signal, revision, etag, lenient } = options;
  const tag = revision ?? etag;
  const headers: Record<string, string> = { accept };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (tag !== undefined) headers["if-match"] = `"${tag}"`;
  if (lenient) headers["prefer"] = "handling=lenient";
  if (key !== undefined) headers["idempotency-key"] = key;
  const response = await net(`/api/${path}`, {
    method,
    headers,
    credentials: "same-origin",
    cache: "no-store",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw signal?.aborted === true ? cause : networkProblem(cause);
  });
  if (!response.ok) throw await readProblem(response);
  return response;
}

/** Treats a truncated response like a lost one. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch((cause: unknown) => {
    throw networkProblem(cause);
  });
}
