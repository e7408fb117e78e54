/** Remembers which address each request came from. */
export interface AddressBook {
  note(request: Request, peer: string | undefined): void;
  of(request: Request): string;
}

/** Addresses of this machine itself: what calls from there is a reverse proxy, or a program beside it. */
export const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const UNKNOWN = "unknown";

/**
 * The address is the peer's. A peer on this machine is a reverse proxy when it says for whom it asks: then it is the last
 * address of `X-Forwarded-For`, the one that the proxy itself has seen; what stands before it, anybody could have written.
 */
export function addressBook(): AddressBook {
  const addresses = new WeakMap<Request, string>();
  return {
    note(request, peer) {
      addresses.set(request, addressOf(request, peer));
    },
    of: (request) => addresses.get(request) ?? UNKNOWN,
  };
}

function addressOf(request: Request, peer: string | undefined): string {
  if (peer === undefined) return UNKNOWN;
  if (!LOOPBACK.test(peer)) return peer;
  const last = request.headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim();
  return last !== undefined && /^[0-9A-Fa-f:.]{2,45}$/.test(last) ? last : peer;
}
