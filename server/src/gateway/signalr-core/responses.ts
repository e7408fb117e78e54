import { limits } from "@fanfare/contract/limits";

/** Allows credentials, because clients request them, but reads none. */
export function corsHeaders(origin: string | null): Readonly<Record<string, string>> {
  return {
    "Cache-Control": "no-store, no-transform",
    Vary: "Origin",
    ...(origin === null ? {} : { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true" }),
  };
}

/** Responds to a CORS preflight. The actual request is checked when it arrives. */
export function preflight(request: Request): Response {
  const { headers } = request;
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(headers.get("Origin")),
      "Access-Control-Allow-Methods": "GET, POST, DELETE",
      "Access-Control-Allow-Headers":
        headers.get("Access-Control-Request-Headers") ??
        "Authorization, Content-Type, X-Requested-With, X-SignalR-User-Agent",
      "Access-Control-Max-Age": String(limits.preflight_max_age_s),
    },
  });
}

export function textResponse(
  request: Request,
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(sentence === "" ? null : `${sentence}\n`, {
    status,
    headers: { ...corsHeaders(request.headers.get("Origin")), "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}
