import { limits } from "@fanfare/contract/limits";

/** Every response is specific to one caller and time. */
const HEADERS = { "Cache-Control": "no-store, no-transform" } as const;

export interface ClassicResponses {
  readonly headers: Readonly<Record<string, string>>;
  /** `json`: JSON text, or empty. */
  json(json: string): Response;
  script(text: string): Response;
  empty(): Response;
  /** Responds with an error message for the page's error handler. */
  refuse(status: number, sentence: string): Response;
  /** Refuses a method. */
  refuseMethod(): Response;
}

/**
 * Allows credentials, because the client requests them, but reads none. Caches must not share responses between
 * origins.
 *
 * @param callback JSONP function, if the client requested one.
 */
export function createResponses(origin: string | null, callback: string | undefined): ClassicResponses {
  const headers = {
    ...HEADERS,
    Vary: "Origin",
    ...(origin === null ? {} : { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true" }),
  };
  return {
    headers,
    json(json) {
      if (callback === undefined) return textResponse(json, 200, { ...headers, ...JSON_TYPE });
      // Both are line terminators in older scripts.
      const script = json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
      return textResponse(`${callback}(${script});`, 200, { ...headers, ...SCRIPT_TYPE });
    },
    script: (text) => textResponse(text, 200, { ...headers, ...SCRIPT_TYPE }),
    empty: () => textResponse("", 200, { ...headers, ...TEXT_TYPE }),
    refuse: (status, sentence) => textResponse(`${sentence}\n`, status, { ...headers, ...TEXT_TYPE }),
    refuseMethod() {
      const text = "Classic SignalR calls use GET or POST.\n";
      return textResponse(text, 405, { ...headers, ...TEXT_TYPE, Allow: "GET, POST" });
    },
  };
}

const TEXT_TYPE = { "Content-Type": "text/plain; charset=utf-8" } as const;
const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" } as const;
const SCRIPT_TYPE = {
  "Content-Type": "application/javascript; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
} as const;

function textResponse(text: string, status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { status, headers });
}

/** Responds to a CORS preflight. The actual request is checked when it arrives. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...createResponses(request.headers.get("Origin"), undefined).headers,
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers":
        request.headers.get("Access-Control-Request-Headers") ?? "Authorization, Content-Type, X-Requested-With",
      "Access-Control-Max-Age": String(limits.preflight_max_age_s),
    },
  });
}
