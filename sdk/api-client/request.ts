/** Options of any call, after the route is type-checked. */
export interface AnyOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
  readonly revision?: number | undefined;
  readonly etag?: string | undefined;
  readonly lenient?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An HTTP request to `/api`. */
export interface ApiRequest {
  readonly method: string;
  /** Path with parameters and query: `/api/contents?app_id=1`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or undefined without a body. */
  readonly body: string | undefined;
}

/**
 * @example
 * requestOf("GET /api/contents/:id", { params: { id: "cnt_1" } }).path; // "/api/contents/cnt_1"
 */
export function requestOf(route: string, options: AnyOptions = {}): ApiRequest {
  const { params = {}, query = {} } = options;
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = queryString({ ...query });
  return requestTo(method, search === "" ? path : `${path}?${search}`, options);
}

/** A request to a path whose parameters are filled in already. */
export function requestTo(method: string, path: string, options: AnyOptions): ApiRequest {
  const { revision, etag, lenient } = options;
  // The server accepts only JSON from browsers, also for writes without a body.
  const body = options.body ?? (method === "POST" ? {} : undefined);
  const tag = revision ?? etag;
  return {
    method,
    path,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(tag === undefined ? {} : { "if-match": `"${tag}"` }),
      ...(lenient ? { prefer: "handling=lenient" } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Query string without undefined parameters, in stable order. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  return params.toString();
}
