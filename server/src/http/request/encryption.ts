import { readForwarded } from "./forwarded.ts";
import { isTrustedPeer, type TrustedProxies } from "./trusted-proxies.ts";

/**
 * Whether the connection is encrypted from the client to this server: it uses TLS directly, or a trusted proxy reports
 * that it does. Also trusts any proxy if FANFARE_PUBLIC_URL starts with https. If the proxy doesn't report it, the
 * public URL decides.
 *
 * A client that bypasses such a proxy and forges the header harms only itself.
 *
 * @example
 * const isEncrypted = encryptionDetector({ public_url: "https://live.example", proxies, peerOf: () => "127.0.0.1" });
 */
export function encryptionDetector(deps: {
  readonly public_url: string;
  readonly proxies: TrustedProxies;
  readonly peerOf: (request: Request) => string | undefined;
}): (request: Request) => boolean {
  const is_public_https = deps.public_url.startsWith("https:");
  return (request) => {
    if (request.url.startsWith("https:")) return true;
    if (!is_public_https && !isTrustedPeer(deps.proxies, deps.peerOf(request))) return false;
    const forwarded = request.headers.get("Forwarded");
    const proxied =
      request.headers.get("X-Forwarded-Proto")?.split(",").at(-1)?.trim().toLowerCase() ??
      (forwarded === null ? undefined : readForwarded(forwarded).scheme);
    return proxied === undefined ? is_public_https : proxied === "https" || proxied === "wss";
  };
}
