/**
 * Headers of every response. The page can only load its own files and Fanfare's. Inline scripts and styles and `eval`
 * are blocked, and markup requires Trusted Types.
 *
 * @example
 * new Response(body, { headers: { ...securityHeaders("http://localhost:4000"), "content-type": "text/html" } });
 */
export function securityHeaders(fanfare_url: string): Readonly<Record<string, string>> {
  const { origin } = new URL(fanfare_url);
  const socket = origin.replace(/^http/, "ws");
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    `connect-src 'self' ${origin} ${socket}`,
    "style-src 'self'",
    `img-src 'self' ${origin}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}

/** True for writes from the shop's own page: browsers send the origin, and forms can't send JSON. */
export function isOwnWrite(request: Request): boolean {
  const origin = request.headers.get("origin");
  const json = request.headers.get("content-type")?.split(";")[0]?.trim() === "application/json";
  return json && origin !== null && URL.parse(origin)?.host === request.headers.get("host");
}
