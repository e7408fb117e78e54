import { BlockList, isIP } from "node:net";
import { limits } from "@fanfare/contract/limits";

/** Addresses that this server may connect to for an untrusted URL. */
export interface AddressRules {
  /** Also allows loopback and private networks. Link-local and cloud metadata addresses stay blocked. */
  readonly allow_private: boolean;
  readonly ports: readonly number[] | "any";
}

/** For every server that others can reach. */
export const PUBLIC_ADDRESSES: AddressRules = { allow_private: false, ports: [80, 443] };
/** For a server that only its own machine can reach, where a developer's receiver runs locally. */
export const LOCAL_ADDRESSES: AddressRules = { allow_private: true, ports: "any" };

/** Resolves a host name to address texts. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Connection target. All `addresses` have been checked, and the name isn't resolved again. */
export interface Target {
  readonly secure: boolean;
  readonly addresses: readonly string[];
  readonly port: number;
  /** As in certificates: without brackets and trailing dot. */
  readonly hostname: string;
  readonly host: string;
  /** Path with query. */
  readonly path: string;
}

/** `reason`: message for the author of the URL. */
export type TargetDecision =
  | { readonly outcome: "allowed"; readonly target: Target }
  | { readonly outcome: "refused" | "unresolved"; readonly reason: string };

type Subnets = Readonly<Record<"ipv4" | "ipv6", readonly string[]>>;

/** IANA special-purpose registries (RFC 6890 and updates): addresses that no public host has. */
const RESERVED: Subnets = {
  ipv4: [
    ...["0.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24"],
    ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
    // Azure's virtual machine service address, in a public range.
    "168.63.129.16/32",
  ],
  ipv6: [
    // Protocol assignments with Teredo, documentation, 6to4, the returned 6bone range, and documentation again.
    ...["2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20"],
    // Metadata addresses of AWS and Google Cloud, within the private range.
    ...["fd00:ec2::254/128", "fd20:ce::254/128"],
  ],
};
const PRIVATE: Subnets = {
  ipv4: ["10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  ipv6: ["::1/128", "fc00::/7"],
};
/** All other IPv6 addresses are reserved. */
const GLOBAL: Subnets = { ipv4: ["0.0.0.0/0"], ipv6: ["2000::/3"] };

const reserved = blockListOf(RESERVED);
const own = blockListOf(PRIVATE);
const global = blockListOf(GLOBAL);

function blockListOf(subnets: Subnets): BlockList {
  const list = new BlockList();
  for (const family of ["ipv4", "ipv6"] as const) {
    for (const subnet of subnets[family]) {
      const [network = "", prefix] = subnet.split("/");
      list.addSubnet(network, Number(prefix), family);
    }
  }
  return list;
}

/**
 * Whether this server may connect to an address. Invalid addresses aren't allowed.
 *
 * @example
 * mayConnect("127.0.0.1", PUBLIC_ADDRESSES); // false
 */
export function mayConnect(address: string, rules: AddressRules): boolean {
  if (isIP(address) === 4) return mayConnectTo(address, "ipv4", rules);
  const canonical = canonicalIpv6(address);
  if (canonical === undefined) return false;
  const embedded = embeddedIpv4(canonical);
  return embedded === undefined ? mayConnectTo(canonical, "ipv6", rules) : mayConnectTo(embedded, "ipv4", rules);
}

function mayConnectTo(address: string, family: "ipv4" | "ipv6", rules: AddressRules): boolean {
  if (reserved.check(address, family)) return false;
  return own.check(address, family) ? rules.allow_private : global.check(address, family);
}

/** Lowercase, shortest, fully hexadecimal form. Undefined for zones and invalid addresses. */
function canonicalIpv6(address: string): string | undefined {
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
}

/** `::ffff:0:0/96` is mapped IPv4. IPv6-only networks reach IPv4 through `64:ff9b::/96` (RFC 6052). */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const NAT64 = /^64:ff9b::(?:(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4}))?$/;

function embeddedIpv4(canonical: string): string | undefined {
  const match = MAPPED.exec(canonical) ?? NAT64.exec(canonical);
  if (match === null) return undefined;
  const [high, low] = [match[1], match[2]].map((group) => Number.parseInt(group ?? "0", 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 0xff]).join(".");
}

/** Checks the URL itself, before its host name is resolved. */
function checkUrl(text: string, rules: AddressRules): Omit<Target, "addresses"> | string {
  if (text.length > limits.webhook_url_chars_max)
    return `The URL is longer than ${limits.webhook_url_chars_max} characters.`;
  const url = URL.parse(text);
  if (url === null) return "Enter a full URL, such as https://example.com/hook.";
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") return "The URL must start with https:// or http://.";
  if (url.username !== "" || url.password !== "") {
    return "The URL can't contain a user name or password. Receivers verify the signature instead.";
  }
  if (url.hostname === "") return "The URL has no host.";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  if (rules.ports !== "any" && !rules.ports.includes(port)) {
    return `Port ${port} isn't allowed. Use ${rules.ports.join(" or ")}.`;
  }
  const hostname = url.hostname.replace(/^\[|\]$|\.$/g, "");
  return { secure, port, hostname, host: url.host, path: `${url.pathname}${url.search}` };
}

/**
 * Resolves an untrusted URL and checks every address of its host. Connect only to one of `addresses`, because the name
 * can resolve to another machine a moment later.
 *
 * @example
 * const decision = await resolveTarget("https://example.com/hook", PUBLIC_ADDRESSES, resolve);
 */
export async function resolveTarget(text: string, rules: AddressRules, resolve: Resolve): Promise<TargetDecision> {
  const allowed = checkUrl(text, rules);
  if (typeof allowed === "string") return { outcome: "refused", reason: allowed };
  let addresses: readonly string[];
  try {
    addresses = isIP(allowed.hostname) === 0 ? await resolve(allowed.hostname) : [allowed.hostname];
  } catch {
    addresses = [];
  }
  if (addresses.length === 0) {
    return { outcome: "unresolved", reason: `The host ${allowed.hostname} can't be resolved. Check the URL.` };
  }
  if (!addresses.every((address) => mayConnect(address, rules))) {
    const named = `${allowed.hostname} isn't on the public internet.`;
    return { outcome: "refused", reason: `${named} Only public addresses are allowed.` };
  }
  return { outcome: "allowed", target: { ...allowed, addresses } };
}

/** Returns why a URL isn't allowed, for its author. Same check as on each request, run when the URL is saved. */
export async function urlRefusalReason(
  text: string,
  rules: AddressRules,
  resolve: Resolve,
): Promise<string | undefined> {
  const decision = await resolveTarget(text, rules, resolve);
  return decision.outcome === "allowed" ? undefined : decision.reason;
}
