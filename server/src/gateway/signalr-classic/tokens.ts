import { timingSafeEqual } from "node:crypto";
import type { AppId } from "@fanfare/contract/lib/ids";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { Member } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity/identity.ts";

/** Identifies a connection. The client sends it only to the server. */
export interface ConnectionClaims {
  readonly app_id: AppId;
  /** Pusher's socket ID. */
  readonly connection_id: string;
  readonly issued_ms: number;
  /** From the identity token in the negotiation. */
  readonly identity: Identity | undefined;
}

/** Channels of a connection, for a server without its session. */
export interface GroupsClaims {
  readonly connection_id: string;
  readonly user: Member | undefined;
  readonly channels: readonly TokenChannel[];
  /** False: some channels didn't fit into the token. */
  readonly is_complete: boolean;
}

export interface TokenChannel {
  readonly name: string;
  /** The connection's member, only on presence channels. */
  readonly member: Member | undefined;
}

/**
 * Connection and groups tokens of the classic protocol. Signed, not encrypted. Every server with the key can verify
 * them, so a connection can continue at another server.
 */
export interface ClassicTokens {
  signConnection(claims: ConnectionClaims): string;
  /** Returns undefined unless this key signed it as a connection token. */
  readConnection(token: string): ConnectionClaims | undefined;
  /** Omits channels if the token would be too long for a URL. */
  signGroups(claims: Omit<GroupsClaims, "is_complete">): string;
  /** Returns undefined unless this key signed it for this connection. */
  readGroups(token: string, connection_id: string): GroupsClaims | undefined;
}

type Purpose = "connection" | "groups";

/**
 * @param key 32 bytes, used for nothing else.
 * @example
 * const tokens = createClassicTokens(vault.derive("signalr classic token v1"));
 * tokens.readConnection(tokens.signConnection(claims)); // claims
 */
export function createClassicTokens(key: Uint8Array): ClassicTokens {
  const macOf = (purpose: Purpose, body: string): Buffer =>
    new Bun.CryptoHasher("sha256", key).update(`${purpose}.${body}`).digest();
  const sign = (purpose: Purpose, claims: ConnectionClaims | GroupsClaims): string => {
    const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${body}.${macOf(purpose, body).toString("base64url")}`;
  };
  const read = (purpose: Purpose, token: string): unknown => {
    if (token.length > hubLimits.classic_token_chars_max) return undefined;
    const [body = "", signature = "", ...more] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = macOf(purpose, body);
    // The digest's length isn't secret.
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  };
  return {
    signConnection: (claims) => sign("connection", claims),
    // Casts: the signature proves that the code above wrote the value for this purpose.
    readConnection: (token) => read("connection", token) as ConnectionClaims | undefined,
    signGroups(claims) {
      const channels = withinTokenSize(claims.channels);
      return sign("groups", { ...claims, channels, is_complete: channels.length === claims.channels.length });
    },
    readGroups(token, connection_id) {
      const claims = read("groups", token) as GroupsClaims | undefined;
      return claims?.connection_id === connection_id ? claims : undefined;
    },
  };
}

function withinTokenSize(channels: readonly TokenChannel[]): readonly TokenChannel[] {
  let bytes = 0;
  const end = channels.findIndex((channel) => {
    bytes += Buffer.byteLength(JSON.stringify(channel)) + 1;
    return bytes > hubLimits.classic_groups_bytes_max;
  });
  return end < 0 ? channels : channels.slice(0, end);
}
