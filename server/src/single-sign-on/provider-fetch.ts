import type { Provider } from "@fanfare/contract/schema/accounts/single-sign-on";
import type { CustomFetch } from "openid-client";
import type { GuardedFetch } from "../outbound-http/guarded-fetch.ts";

/**
 * Adapts the guarded fetch to openid-client. For a provider in a private network, only the issuer's host may have a
 * private address, because its metadata also contains hosts.
 */
export function fetchFor(
  net: GuardedFetch,
  { issuer, in_private_network }: Pick<Provider, "issuer" | "in_private_network">,
): CustomFetch {
  const private_host = in_private_network ? new URL(issuer).hostname : undefined;
  return (url, { method, headers, body }) =>
    net(url, { method: method === "POST" ? "POST" : "GET", headers, body: bodyText(body), private_host });
}

/** The protocol sends only forms. */
function bodyText(body: Parameters<CustomFetch>[1]["body"]): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new Error("A call to the provider has a body that is no form.");
}
