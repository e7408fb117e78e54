import { NextResponse } from "next/server";

// #region policy
/** A policy with a nonce for each response. Next.js adds it to its own scripts, which load the SDK. */
export function proxy(request) {
  const host = process.env.SERVER_URL;
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `connect-src 'self' ${host} ${host.replace(/^http/, "ws")}`,
    "style-src 'self'",
    `img-src 'self' ${host}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}
// #endregion policy
