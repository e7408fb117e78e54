import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { backoff_ms } from "../src/net/backoff.ts";
import type { CallArguments, CallOptions, ItemOf, ListRoute, ResponseOf } from "./call-types.ts";
import { ApiProblem, networkProblem, readProblem } from "./problem.ts";
import { type AnyOptions, type ApiRequest, requestOf } from "./request.ts";
import type { ApiRoutes } from "./routes.ts";

export interface ApiClientOptions {
  /** URL of your server, such as `https://fanfare.example`. */
  readonly url: string;
  /** An API token, or a function that returns it. The function is called for each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Replaces the platform's `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How often a request is repeated after a problem that a retry can solve. Defaults to 2. */
  readonly retries?: number | undefined;
  /** Seconds without a response until a request fails. Defaults to 30. */
  readonly timeout_s?: number | undefined;
}

/** A route that API tokens can call: `GET /api/contents`. */
export type ApiRoute = keyof ApiRoutes & string;
/** What a route responds with. */
export type ApiResponse<Route extends ApiRoute> = ResponseOf<ApiRoutes[Route]>;
/** What a route takes. */
export type ApiOptions<Route extends ApiRoute> = CallOptions<ApiRoutes[Route], Route> &
  (Route extends `POST ${string}`
    ? {
        /** Defaults to a new key for each call. Pass your own to repeat a call safely in another process. */
        readonly idempotency_key?: string | undefined;
      }
    : unknown);
export type ApiArguments<Route extends ApiRoute> = CallArguments<Route, ApiOptions<Route>>;

export interface ApiClient {
  /** Calls a route. Resolves to its response, or rejects with an `ApiProblem`. */
  readonly call: <Route extends ApiRoute>(...call: ApiArguments<Route>) => Promise<ApiResponse<Route>>;
  /** Iterates over all items of a list, and reads the next page when it's needed. */
  readonly items: <Route extends ListRoute<ApiRoutes> & ApiRoute>(
    ...call: ApiArguments<Route>
  ) => AsyncIterable<ItemOf<ApiRoutes[Route]>>;
  /** Calls a route and resolves to the HTTP response: for files, and for headers such as `ETag`. */
  readonly send: <Route extends ApiRoute>(...call: ApiArguments<Route>) => Promise<Response>;
}

export interface ApiClientDeps {
  readonly clock: Pick<Clock, "after">;
  readonly rng: Rng;
}

interface ClientCallOptions extends AnyOptions {
  readonly idempotency_key?: string | undefined;
}
type Read<Result> = (response: Response) => Promise<Result>;

/** Client of `/api` with injectable time and randomness. */
export function createClient(options: ApiClientOptions, deps: ApiClientDeps): ApiClient {
  const perform = async <Result>(route: string, call: ClientCallOptions = {}, read: Read<Result>): Promise<Result> => {
    const { headers, ...request } = requestOf(route, call);
    const key = request.method === "POST" ? (call.idempotency_key ?? newKey(deps.rng)) : undefined;
    const keyed = { ...request, headers: key === undefined ? headers : { ...headers, "idempotency-key": key } };
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(options, deps.clock, keyed, call.signal, read);
      } catch (error) {
        const wait_ms = retryDelay_ms(error, keyed, retries, options.retries, deps.rng);
        if (wait_ms === undefined) throw error;
        await pause(deps.clock, wait_ms, call.signal);
      }
    }
  };
  const call = (route: string, of?: ClientCallOptions): Promise<unknown> => perform(route, of, readJson);
  const client = {
    call,
    send: (route: string, of?: ClientCallOptions) => perform(route, of, async (response) => response),
    async *items(route: string, of: ClientCallOptions = {}): AsyncGenerator {
      let query: object = { ...of.query };
      for (;;) {
        // Cast: only routes that respond with a page are accepted.
        const page = (await call(route, { ...of, query })) as { items: readonly unknown[]; next: string | null };
        yield* page.items;
        if (page.next === null) return;
        query = { ...query, after: page.next };
      }
    },
  };
  // Cast: the server's handlers are type-checked against the declarations that the types are made of.
  return client as ApiClient;
}

async function attempt<Result>(
  { url, token, fetch: net = fetch, timeout_s = limits.api_client_timeout_s }: ApiClientOptions,
  clock: Pick<Clock, "after">,
  { method, path, headers, body }: ApiRequest,
  signal: AbortSignal | undefined,
  read: Read<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const cancel = clock.after(timeout_s * SECOND_MS, () => timeout.abort());
  try {
    const authorization = `Bearer ${typeof token === "string" ? token : await token()}`;
    const response = await net(`${url.replace(/\/+$/, "")}${path}`, {
      method,
      headers: { ...headers, authorization },
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw await readProblem(response);
    return await read(response);
  } catch (error) {
    if (error instanceof ApiProblem || signal?.aborted === true) throw error;
    throw networkProblem(error);
  } finally {
    cancel();
  }
}

async function readJson(response: Response): Promise<unknown> {
  return response.status === 204 ? undefined : await response.json();
}

const KEY_BYTES = 16;

function newKey(rng: Rng): string {
  return [...rng.bytes(KEY_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Undefined if the request must not be repeated. */
function retryDelay_ms(
  error: unknown,
  request: ApiRequest,
  retries: number,
  retries_max: number = limits.api_client_retries,
  rng: Rng,
): number | undefined {
  if (!(error instanceof ApiProblem) || !error.retryable || retries >= retries_max) return undefined;
  const { code, retry_after_s } = error;
  // Without the server's word that nothing was changed.
  if ((code === "network" || code === "unreadable") && !isRepeatable(request)) return undefined;
  if (retry_after_s === undefined) return backoff_ms(rng, retries, limits.reconnect_cap_ms);
  return retry_after_s > limits.api_client_retry_wait_s_max ? undefined : retry_after_s * SECOND_MS;
}

/** Whether a request that was already carried out has the same result again. */
function isRepeatable({ method, headers }: ApiRequest): boolean {
  return method === "GET" || "idempotency-key" in headers || (method === "PUT" && !("if-match" in headers));
}

function pause(clock: Pick<Clock, "after">, duration_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(duration_ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}
