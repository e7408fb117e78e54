import { ProblemError } from "@fanfare/contract/problem";
import type { MiddlewareHandler } from "hono";
import { bearerOf } from "../request/bearer-token.ts";

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a page of this very server asks. Browsers say so themselves in `Sec-Fetch-Site`, which no script can set; older
 * ones name their origin, which is compared with the public address, or with the host that was asked where none is
 * configured. A call that says neither is not from a browser that a cookie should speak for.
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
 * Stands before every route that a cookie speaks for: a call that changes something comes from an own page, and brings
 * JSON if it brings anything, which no form of another site can send. A call with a token comes from anywhere: no browser
 * adds one by itself.
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
  // A call without a body needs no type; one with the wrong type is refused even when it is empty.
  if (is_json || (type === null && request.body === null)) return;
  throw new ProblemError("content_type_unsupported", "Send the body as Content-Type: application/json.");
}
