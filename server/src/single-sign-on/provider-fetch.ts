import type { CustomFetch } from "openid-client";
import type { GuardedFetch } from "../channels/guarded-fetch.ts";

/** The guarded way out, as openid-client asks for it. */
export function fetchFor(net: GuardedFetch): CustomFetch {
  return (url, { method, headers, body }) =>
    net(url, { method: method === "POST" ? "POST" : "GET", headers, body: bodyText(body) });
}

/** The protocol sends forms and nothing else. */
function bodyText(body: Parameters<CustomFetch>[1]["body"]): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new Error("A call to the provider has a body that is no form.");
}
