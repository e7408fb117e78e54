/**
 * Whether pages of `origin` are allowed to use an app. Each entry of `allowed` is an origin (`https://shop.example`,
 * `http://localhost:4001`), or has a host that starts with `*.` and matches every subdomain. Compares the parsed hosts,
 * and scheme and port exactly. An empty list allows every origin.
 *
 * @example
 * isOriginAllowed(["https://*.shop.example"], "https://www.shop.example"); // true
 * isOriginAllowed(["https://shop.example"], "https://shop.example.evil.example"); // false
 */
export function isOriginAllowed(allowed: readonly string[], origin: string): boolean {
  if (allowed.length === 0) return true;
  const page = parseOrigin(origin);
  // Browsers serialize an origin in exactly one way, so anything else isn't from a browser.
  return page !== undefined && page.origin === origin && allowed.some((entry) => matchesOrigin(entry, page));
}

interface OriginParts {
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

/** Undefined for `null` (sandboxed and file pages) and for anything beyond scheme, host, and port. */
function parseOrigin(origin: string): OriginParts | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { origin: canonical, protocol, hostname, port, username, password, pathname, search, hash } = new URL(origin);
  const plain = username === "" && password === "" && pathname === "/" && search === "" && hash === "";
  return plain && hostname !== "" ? { origin: canonical, protocol, hostname, port } : undefined;
}

const ANY_SUBDOMAIN = "//*.";

function matchesOrigin(entry: string, page: OriginParts): boolean {
  const wildcard = entry.includes(ANY_SUBDOMAIN);
  const rule = parseOrigin(wildcard ? entry.replace(ANY_SUBDOMAIN, "//") : entry);
  if (rule === undefined || rule.protocol !== page.protocol || rule.port !== page.port) return false;
  return wildcard ? page.hostname.endsWith(`.${rule.hostname}`) : page.hostname === rule.hostname;
}
