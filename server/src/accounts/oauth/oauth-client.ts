import { z } from "zod";
import { type Vault, VaultError } from "../../lib/vault.ts";

/** A program that a member can connect, such as an assistant. */
export interface OAuthClient {
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

/** Apps on a member's device that register their own scheme without a domain in it. */
const APP_SCHEMES: ReadonlySet<string> = new Set(["cursor:", "vscode:", "vscode-insiders:"]);
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** For `localhost`, the exact port counts: another program could own that name. */
const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);
const PLACE = "oauth_client";

const clientSchema = z.object({ name: z.string(), redirect_uris: z.array(z.string()) });

/**
 * Registers a client and returns its ID. The ID is the sealed registration, so that anonymous registrations store
 * nothing.
 */
export function registerClient(vault: Vault, client: OAuthClient): string {
  return toUrlText(vault.seal(JSON.stringify(client), PLACE));
}

/** The client with this ID. Undefined for an ID that this installation didn't issue. */
export function clientOf(vault: Vault, client_id: string): OAuthClient | undefined {
  const text = unsealUrlText(vault, client_id, PLACE);
  return text === undefined ? undefined : clientSchema.parse(JSON.parse(text));
}

/** HTTPS, a loopback address (RFC 8252), or the scheme of an app. */
export function isRedirectAllowed(uri: string): boolean {
  const url = URL.parse(uri);
  if (url === null || url.hash !== "" || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return LOOPBACK_HOSTS.has(url.hostname);
  return APP_SCHEMES.has(url.protocol) || /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol);
}

/** Exactly as registered. A loopback address can have any port, which is only known when the client listens. */
export function isRedirectRegistered({ redirect_uris }: OAuthClient, uri: string): boolean {
  return isRedirectAllowed(uri) && redirect_uris.some((known) => known === uri || isSameLoopback(known, uri));
}

function isSameLoopback(known: string, uri: string): boolean {
  const [left, right] = [new URL(known), new URL(uri)];
  if (left.protocol !== "http:" || !LOOPBACK_ADDRESSES.has(left.hostname)) return false;
  left.port = "";
  right.port = "";
  return left.href === right.href;
}

/** Where the answer goes, for the member to judge. */
export function redirectPlace(uri: string): { readonly host: string; readonly is_local: boolean } {
  const { protocol, host, hostname } = new URL(uri);
  if (protocol === "https:") return { host, is_local: false };
  return protocol === "http:"
    ? { host, is_local: LOOPBACK_HOSTS.has(hostname) }
    : { host: protocol.slice(0, -1), is_local: true };
}

export function toUrlText(sealed: string): string {
  return Buffer.from(sealed, "base64").toString("base64url");
}

export function unsealUrlText(vault: Vault, text: string, place: string): string | undefined {
  try {
    return vault.unseal(Buffer.from(text, "base64url").toString("base64"), place);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
