import type { ApiRoute } from "@fanfare/contract/schema/routes/api";
import type {
  CallArguments as ArgumentsOf,
  CallOptions as OptionsOf,
  ResponseOf,
} from "@fanfare/sdk/api-client/call-types";
import { type AnyOptions, type ApiRequest, requestOf, requestTo } from "@fanfare/sdk/api-client/request";
import type { ApiRoutes } from "@fanfare/sdk/api-client/routes";
import { networkProblem, readProblem } from "./api-problem.ts";
import type { FileRead } from "./download.ts";
import { createPendingRequests, type PendingRequests } from "./idempotent-requests.ts";

/** Subset of `fetch` that tests can replace. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Response of a route, as declared in the contract. */
export type ApiResponse<Route extends ApiRoute> = ResponseOf<ApiRoutes[Route]>;
/** Query of a route before defaults apply. */
export type ApiQuery<Route extends ApiRoute> = ApiRoutes[Route]["query"];
export type CallOptions<Route extends ApiRoute> = OptionsOf<ApiRoutes[Route], Route>;
export type CallArguments<Route extends ApiRoute> = ArgumentsOf<Route, CallOptions<Route>>;

/** Options of any call, after the route is type-checked. */
interface ConsoleOptions extends AnyOptions {
  readonly unkeyed?: true;
}

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

/**
 * @example
 * const api = createApi((url, init) => fetch(url, init));
 * const page = await api.call("GET /api/contents", { query: { app_id: "1", q: "welcome" } });
 */
export function createApi(net: Fetch, pending: PendingRequests = createPendingRequests()): Api {
  const callRoute = async (route: ApiRoute, options: ConsoleOptions = {}): Promise<unknown> => {
    const request = requestOf(route, options);
    const { method, path, body } = request;
    const read = async (key?: string): Promise<unknown> => {
      const headers = key === undefined ? request.headers : { ...request.headers, "idempotency-key": key };
      return readJson(await send(net, { ...request, headers }, options.signal));
    };
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
      const request = requestTo(body === undefined ? "GET" : "POST", `/api/${path}`, { body });
      const response = await send(net, { ...request, headers: { ...request.headers, accept: "*/*" } }, signal);
      try {
        // Loads on demand: the first page downloads nothing.
        const { readFile } = await import("./download.ts");
        return await readFile(response, onRead);
      } catch (cause) {
        throw signal.aborted ? cause : networkProblem(cause);
      }
    },
  };
}

async function send(
  net: Fetch,
  { method, path, headers, body }: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await net(path, {
    method,
    headers,
    credentials: "same-origin",
    cache: "no-store",
    ...(body === undefined ? {} : { body }),
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
