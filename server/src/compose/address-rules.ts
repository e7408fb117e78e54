import type { Config } from "../config/config.ts";
import { type AddressRules, LOCAL_ADDRESSES, PUBLIC_ADDRESSES } from "../outbound-http/address-guard.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Where webhooks may go. Only a server that its own machine alone can reach may call private addresses: whoever develops
 * there has the receiver next door. That is so when it listens on the loopback and no other host was given as its public one;
 * a server behind a proxy has a public URL, and keeps to public addresses.
 *
 * @example
 * addressRulesOf({ host: "127.0.0.1", public_url: "https://example.com" }); // PUBLIC_ADDRESSES
 */
export function addressRulesFor({ host, public_url }: Pick<Config, "host" | "public_url">): AddressRules {
  const own_machine = LOOPBACK.test(host) && (public_url === undefined || LOOPBACK.test(new URL(public_url).hostname));
  return own_machine ? LOCAL_ADDRESSES : PUBLIC_ADDRESSES;
}
