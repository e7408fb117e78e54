import { isIP } from "node:net";

/** What proxies report about a request. An address that can't be read is undefined. */
export interface Forwarded {
  readonly addresses: readonly (string | undefined)[];
  /** Lowercase scheme, as the last proxy received the request. */
  readonly scheme: string | undefined;
}

/** `key=value` or `key="value"`, and the separator after it (RFC 7239, section 4). */
const PAIR = /\s*([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))\s*([,;]|$)/y;

/**
 * Reads `Forwarded` (RFC 7239). A header that isn't valid reports one unreadable address.
 *
 * @example
 * readForwarded('for=192.0.2.60;proto=https, for="[2001:db8::7]:4711"').addresses; // ["192.0.2.60", "2001:db8::7"]
 */
export function readForwarded(header: string): Forwarded {
  const addresses: (string | undefined)[] = [];
  let scheme: string | undefined;
  let element = new Map<string, string>();
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < header.length) {
    const [text, name, quoted, bare, separator] = PAIR.exec(header) ?? [];
    if (text === undefined || name === undefined) return { addresses: [undefined], scheme: undefined };
    element.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    if (separator === ";") continue;
    addresses.push(addressOf(element.get("for") ?? ""));
    scheme = element.get("proto")?.toLowerCase();
    element = new Map();
  }
  return { addresses, scheme };
}

/** Reads `X-Forwarded-For`. Some proxies append the port, which would make every connection a separate client. */
export function readForwardedFor(header: string): readonly (string | undefined)[] {
  return header.split(",").map(addressOf);
}

function addressOf(text: string): string | undefined {
  const trimmed = text.trim();
  const bare = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return isIP(bare) === 0 ? undefined : bare;
}
