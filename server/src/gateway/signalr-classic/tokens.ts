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
  /** IDs of the app's active secrets at that time. */
  readonly secret_ids: readonly string[];
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
 * @param keys 32 bytes each, used for nothing else. The first one signs, and all of them verify.
 * @example
 * const tokens = createClassicTokens(() => vault.deriveAll("signalr classic token v1"));
 * tokens.readConnection(tokens.signConnection(claims)); // claims
 */
export function createClassicTokens(keys: () => readonly Uint8Array[]): ClassicTokens {
  const macsOf = (purpose: Purpose, body: string): readonly Buffer[] =>
    keys().map((key) => new Bun.CryptoHasher("sha256", key).update(`${purpose}.${body}`).digest());
  const sign = (purpose: Purpose, claims: ConnectionClaims | GroupsClaims): string => {
    const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${body}.${macsOf(purpose, body)[0]?.toString("base64url")}`;
  };
  const read = (purpose: Purpose, token: string): unknown => {
    if (token.length > hubLimits.classic_token_chars_max) return undefined;
    const [body = "", signature = "", ...more] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    // The digest's length isn't secret.
    const is_signed = macsOf(purpose, body).some((mac) => given.length === mac.length && timingSafeEqual(given, mac));
    if (more.length > 0 || !is_signed) return undefined;
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
