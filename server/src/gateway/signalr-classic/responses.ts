import { limits } from "@fanfare/contract/limits";

/** Of every response: each is for one caller at one moment. */
const HEADERS = { "Cache-Control": "no-store, no-transform" } as const;

/** How the answers to one request are written. */
export interface ClassicResponses {
  /** CORS and cache headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** `json` is JSON text, or nothing. */
  json(json: string): Response;
  script(text: string): Response;
  /** A success without a body. */
  empty(): Response;
  /** A refusal, in a sentence for the page's error handler. */
  refuse(status: number, sentence: string): Response;
}

/**
 * Credentials are allowed, since the client asks for them; none are read. No answer to one origin may be handed to another.
 *
 * @param callback The function that a script calls with the answer, where the client asked for that (JSONP).
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
      // Both are line ends in older scripts.
      const script = json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
      return textResponse(`${callback}(${script});`, 200, { ...headers, ...SCRIPT_TYPE });
    },
    script: (text) => textResponse(text, 200, { ...headers, ...SCRIPT_TYPE }),
    empty: () => textResponse("", 200, { ...headers, ...TEXT_TYPE }),
    refuse: (status, sentence) => textResponse(`${sentence}\n`, status, { ...headers, ...TEXT_TYPE }),
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

/** The response to a CORS preflight. The call itself is checked when it comes. */
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
