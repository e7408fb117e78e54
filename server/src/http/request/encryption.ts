import { LOOPBACK } from "./client-address.ts";

/**
 * Whether the connection is encrypted from the client to this server: it uses TLS directly, or a trusted proxy reports
 * that it does. A proxy is trusted if it runs on this machine, or if FANFARE_PUBLIC_URL starts with https. If the proxy
 * doesn't report it, the public URL decides.
 *
 * A client that bypasses such a proxy and forges the header harms only itself.
 *
 * @example
 * const isEncrypted = encryptionDetector({ public_url: "https://live.example", peerOf: () => "127.0.0.1" });
 */
export function encryptionDetector(deps: {
  readonly public_url: string;
  readonly peerOf: (request: Request) => string | undefined;
}): (request: Request) => boolean {
  const is_public_https = deps.public_url.startsWith("https:");
  return (request) => {
    if (request.url.startsWith("https:")) return true;
    if (!is_public_https && !LOOPBACK.test(deps.peerOf(request) ?? "")) return false;
    const proxied = request.headers.get("X-Forwarded-Proto")?.split(",").at(-1)?.trim().toLowerCase();
    return proxied === undefined ? is_public_https : proxied === "https" || proxied === "wss";
  };
}
