import { BlockList, isIP } from "node:net";

/**
 * Reverse proxies whose forwarding headers count: by address, or by their number in front of the server. `text` is the
 * value of `FANFARE_TRUSTED_PROXIES`.
 */
export type TrustedProxies =
  | { readonly kind: "networks"; readonly networks: BlockList }
  | { readonly kind: "hops"; readonly hops: number };

export const NO_PROXIES: TrustedProxies = { kind: "hops", hops: 0 };
const HOPS_MAX = 16;
const LOOPBACK_NETWORKS = ["127.0.0.0/8", "::1"];

/**
 * Parses a comma-separated list of addresses, networks (CIDR), and `loopback`, or a number of hops.
 *
 * @returns undefined if the text isn't valid.
 * @example
 * parseTrustedProxies("loopback, 10.0.0.0/8");
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d{1,2}$/.test(text.trim())) {
    const hops = Number(text);
    return hops <= HOPS_MAX ? { kind: "hops", hops } : undefined;
  }
  const networks = new BlockList();
  const entries = text.split(",").flatMap((each) => (each.trim() === "loopback" ? LOOPBACK_NETWORKS : [each.trim()]));
  return entries.every((entry) => addNetwork(networks, entry)) ? { kind: "networks", networks } : undefined;
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) networks.addAddress(address, family);
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)) {
    networks.addSubnet(address, Number(prefix), family);
  } else return false;
  return true;
}

/** Whether a peer with this address is a trusted proxy. */
export function isTrustedPeer(proxies: TrustedProxies, peer: string | undefined): boolean {
  if (peer === undefined) return false;
  if (proxies.kind === "hops") return proxies.hops > 0;
  const address = withoutMapping(peer);
  return isIP(address) !== 0 && proxies.networks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** IPv4 addresses of a dual-stack socket (RFC 4291, section 2.5.5.2). */
function withoutMapping(address: string): string {
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
}

/**
 * Returns the address of the nearest hop that isn't a trusted proxy. Undefined if a trusted proxy reports an address
 * that can't be read.
 *
 * @param chain addresses in the order of the hops, as the proxies reported them. Its start can be forged.
 */
export function clientOf(
  proxies: TrustedProxies,
  peer: string,
  chain: readonly (string | undefined)[],
): string | undefined {
  if (proxies.kind === "hops") {
    if (proxies.hops === 0 || chain.length === 0) return peer;
    return chain[Math.max(0, chain.length - proxies.hops)];
  }
  let client: string | undefined = peer;
  for (const next of chain.toReversed()) {
    if (!isTrustedPeer(proxies, client)) break;
    client = next;
  }
  return client;
}
