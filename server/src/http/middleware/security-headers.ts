import type { MiddlewareHandler } from "hono";

const YEAR_S = 365 * 24 * 60 * 60;

/** No browser feature that Fanfare does not use may be used in its name. */
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

/** An answer that is no page: should a browser show it as one, nothing in it runs. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The console's policy: its own files, no inline script or style, and no way from text to script (Trusted Types). Images of
 * other hosts may be shown, because authors put them into tours.
 */
export const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Paths that pages of other origins call. */
const SHARED_PATHS = ["/app/", "/apps/", "/pusher/", "/sdk/", "/v1/"];

/** Headers of every answer, errors included. What a route has set itself stays. `public_url`: where browsers reach us. */
export function securityHeaders(public_url: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    addSecurityHeaders(c.res, c.req.path, public_url);
  };
}

/** The same for an answer from outside Hono. */
export function addSecurityHeaders(response: Response, path: string, public_url: string): Response {
  for (const [name, value] of headersFor(path, public_url.startsWith("https:"))) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Under HTTPS browsers keep to it for a year. */
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
