import { ProblemError } from "@fanfare/contract/problem";
import type { MiddlewareHandler } from "hono";
import { bearerOf } from "../request/bearer-token.ts";

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether the request comes from a page of this server. Browsers set `Sec-Fetch-Site`, which scripts can't change.
 * Older ones send `Origin`, which is compared with the public URL or, if none is configured, with the request's host.
 * Requests with neither aren't from a browser whose cookie should count.
 */
export function isSameOrigin(request: Request, public_url: string | undefined): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = URL.parse(request.headers.get("Origin") ?? "");
  if (origin === null) return false;
  if (public_url !== undefined) return origin.origin === new URL(public_url).origin;
  return origin.host === request.headers.get("Host");
}

/**
 * CSRF protection for all routes with cookie authentication. Writes must come from an own page and use JSON, which no
 * form of another site can send. Requests with a token may come from anywhere, because browsers never add one
 * automatically.
 */
export function rejectCrossOriginWrites(public_url: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (!READING_METHODS.has(c.req.method)) {
      if (bearerOf(c.req.raw) === undefined && !isFromScript(c.req.raw) && !isSameOrigin(c.req.raw, public_url)) {
        throw new ProblemError(
          "origin_refused",
          "Only this server's own pages can make changes. Send Origin (or Sec-Fetch-Site: same-origin) from the console's URL. Behind a proxy, set FANFARE_PUBLIC_URL to that URL.",
        );
      }
      assertJson(c.req.raw);
    }
    await next();
  };
}

/** No browser: those name their origin on each write. Without a cookie, the call gets 401 where it needs a member. */
function isFromScript({ headers }: Request): boolean {
  return !["Cookie", "Origin", "Sec-Fetch-Site"].some((name) => headers.has(name));
}

function assertJson(request: Request): void {
  const type = request.headers.get("Content-Type");
  const is_json = type?.split(";")[0]?.trim().toLowerCase() === "application/json";
  // A request without a body needs no content type. A wrong type is refused even with an empty body.
  if (is_json || (type === null && request.body === null)) return;
  throw new ProblemError("content_type_unsupported", "Send the body as Content-Type: application/json.");
}
