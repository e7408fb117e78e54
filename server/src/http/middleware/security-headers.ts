import type { MiddlewareHandler } from "hono";

const YEAR_S = 365 * 24 * 60 * 60;

/** Disable all browser features that Fanfare doesn't use. */
const PERMISSIONS = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** For responses that aren't pages: if a browser renders one as a page, nothing in it runs. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * CSP of the console: its own files, no inline scripts or styles, and Trusted Types. Allows images, videos, and
 * sandboxed frames of other hosts, because authors preview them in tours.
 */
export const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "media-src 'self' https:",
  "frame-src 'self' https:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** CSP of the documentation: its own files, a search form, and Trusted Types. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const SHARED_PATHS = ["/app/", "/apps/", "/images/", "/pusher/", "/sdk/", "/v1/"];

/**
 * Sets headers on every response, errors included. Keeps headers set by the route. `public_url`: URL under which
 * browsers reach the server.
 */
export function securityHeaders(public_url: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    addSecurityHeaders(c.res, c.req.path, public_url);
  };
}

/** Same for a response created outside Hono. */
export function addSecurityHeaders(response: Response, path: string, public_url: string): Response {
  for (const [name, value] of headersFor(path, public_url.startsWith("https:"))) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** With HTTPS, HSTS lasts for a year. */
function headersFor(path: string, secure: boolean): readonly (readonly [name: string, value: string])[] {
  const shared = SHARED_PATHS.some((prefix) => path.startsWith(prefix));
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "same-origin"],
    ["Permissions-Policy", PERMISSIONS],
    ["Content-Security-Policy", NO_PAGE],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", shared ? "cross-origin" : "same-origin"],
    ...(secure ? [["Strict-Transport-Security", `max-age=${YEAR_S}`] as const] : []),
  ];
}
