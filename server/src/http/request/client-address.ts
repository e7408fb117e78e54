import { isIP } from "node:net";

/** Remembers which address each request came from. */
export interface ClientAddresses {
  record(request: Request, peer: string | undefined): void;
  of(request: Request): string;
}

/** Addresses of this machine itself: what calls from there is a reverse proxy, or a program beside it. */
export const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const UNKNOWN = "unknown";

/**
 * The address is the peer's. A peer on this machine is a reverse proxy when it says for whom it asks: then it is the last
 * address of `X-Forwarded-For`, the one that the proxy itself has seen; what stands before it, anybody could have written.
 */
export function clientAddresses(): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  return {
    record(request, peer) {
      addresses.set(request, clientAddressOf(request, peer));
    },
    of: (request) => addresses.get(request) ?? UNKNOWN,
  };
}

function clientAddressOf(request: Request, peer: string | undefined): string {
  if (peer === undefined) return UNKNOWN;
  const last = LOOPBACK.test(peer) ? request.headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim() : undefined;
  if (last === undefined) return peer;
  // Whoever stands behind a name that is no address is at least no program of this machine.
  return withoutPort(last) ?? UNKNOWN;
}

/** Some proxies write the port, too: with it, every connection of one caller would be a caller of its own. */
function withoutPort(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
