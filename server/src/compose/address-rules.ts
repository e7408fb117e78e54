import type { Config } from "../config/config.ts";
import { type AddressRules, LOCAL_ADDRESSES, PUBLIC_ADDRESSES } from "../outbound-http/address-guard.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Addresses that webhooks may use. Allows private addresses only for local development: the server listens on loopback,
 * and its public URL is unset or also loopback.
 *
 * @example
 * addressRulesFor({ host: "127.0.0.1", public_url: "https://example.com" }); // PUBLIC_ADDRESSES
 */
export function addressRulesFor({ host, public_url }: Pick<Config, "host" | "public_url">): AddressRules {
  const own_machine = LOOPBACK.test(host) && (public_url === undefined || LOOPBACK.test(new URL(public_url).hostname));
  return own_machine ? LOCAL_ADDRESSES : PUBLIC_ADDRESSES;
}
