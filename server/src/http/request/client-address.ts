import { readForwarded, readForwardedFor } from "./forwarded.ts";
import { clientOf, isTrustedPeer, type TrustedProxies } from "./trusted-proxies.ts";

export interface ClientAddresses {
  record(request: Request, peer: string | undefined): void;
  of(request: Request): string;
}

const UNKNOWN = "unknown";

/**
 * Uses the peer's address. If the peer is a trusted proxy, follows `X-Forwarded-For` or `Forwarded` to the nearest hop
 * that isn't. Earlier addresses can be forged.
 *
 * @example
 * const addresses = clientAddresses(parseTrustedProxies("loopback"));
 */
export function clientAddresses(proxies: TrustedProxies): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  return {
    record(request, peer) {
      addresses.set(request, clientAddressOf(request, peer, proxies));
    },
    of: (request) => addresses.get(request) ?? UNKNOWN,
  };
}

function clientAddressOf({ headers }: Request, peer: string | undefined, proxies: TrustedProxies): string {
  if (peer === undefined) return UNKNOWN;
  if (!isTrustedPeer(proxies, peer)) return peer;
  const list = headers.get("X-Forwarded-For");
  const forwarded = headers.get("Forwarded");
  // A client with an unreadable address is at least not a local program.
  const by_list = clientOf(proxies, peer, list === null ? [] : readForwardedFor(list)) ?? UNKNOWN;
  if (forwarded === null) return by_list;
  const by_forwarded = clientOf(proxies, peer, readForwarded(forwarded).addresses) ?? UNKNOWN;
  // Proxies usually write one of the headers and pass on the other, which the client may have forged.
  return list === null || by_list === by_forwarded ? by_forwarded : UNKNOWN;
}
