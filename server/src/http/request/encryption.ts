import { LOOPBACK } from "./client-address.ts";

/**
 * Whether nobody between the client and this installation can read a request along: it came by TLS itself, or a proxy says
 * that it did. A proxy is believed that runs on this machine, as with addresses, or where the operator has said with
 * FANFARE_PUBLIC_URL that clients come by https; what it leaves open, that address decides.
 *
 * A client that reaches the port past such a proxy and lies about itself harms nobody but itself.
 *
 * @example
 * const isEncrypted = encryptionOf({ public_url: "https://live.example", peerOf: () => "127.0.0.1" });
 */
export function encryptionDetector(deps: {
  readonly public_url: string;
  /** The other end of the connection that brought a request. */
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
