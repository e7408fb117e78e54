import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { isOriginAllowed } from "../../accounts/apps/origins.ts";
import { truncate } from "../../lib/truncate.ts";

/** Whether a page of this origin may call this app. A request without an origin isn't a cross-site browser request. */
export function originAllowed(app: AppRecord, origin: string | null): boolean {
  return origin === null || isOriginAllowed(app.allowed_origins, origin);
}

/** Error for a page whose origin the app doesn't allow. `null`: it sent none. */
export function originRefused(app: AppRecord, origin: string | null): ProblemError {
  return new ProblemError(
    "origin_refused",
    `The origin ${truncate(origin ?? "no origin")} isn't allowed for the app ${app.name}. Add it to the app's allowed origins.`,
  );
}

/** CORS headers that let the page read the response. Caches must not share responses between origins. */
export function corsHeaders(origin: string | null): Readonly<Record<string, string>> {
  if (origin === null) return { Vary: "Origin" };
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": "Date, ETag, Retry-After, X-Request-Id",
    Vary: "Origin",
  };
}

export function preflight(origin: string | null): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin),
      "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, If-Match, If-None-Match, Prefer",
      "Access-Control-Max-Age": String(limits.preflight_max_age_s),
      "Cache-Control": "no-store",
    },
  });
}
