import { isIP } from "node:net";

export interface ClientAddresses {
  record(request: Request, peer: string | undefined): void;
  of(request: Request): string;
}

/** Loopback addresses. The caller is a reverse proxy or another local program. */
export const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const UNKNOWN = "unknown";

/**
 * Uses the peer's address. If a local peer sends `X-Forwarded-For`, it's a reverse proxy, so the last address counts,
 * which the proxy itself has seen. Earlier addresses can be forged.
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
  // A client with an invalid address is at least not a local program.
  return withoutPort(last) ?? UNKNOWN;
}

/** Some proxies append the port, which would make every connection a separate caller. */
function withoutPort(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
