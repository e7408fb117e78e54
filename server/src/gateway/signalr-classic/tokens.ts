import { timingSafeEqual } from "node:crypto";
import type { AppId } from "@fanfare/contract/lib/ids";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { Member } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity/identity.ts";

/** Identifies a connection. The client sends it to the server only. */
export interface ConnectionClaims {
  readonly app_id: AppId;
  /** What Pusher calls the socket id. */
  readonly connection_id: string;
  readonly issued_ms: number;
  /** From the identity token of the negotiation. */
  readonly identity: Identity | undefined;
}

/** The channels of a connection, for a server that doesn't know it. */
export interface GroupsClaims {
  readonly connection_id: string;
  /** The signed-in user of the connection. */
  readonly user: Member | undefined;
  readonly channels: readonly TokenChannel[];
  /** False: some channels are left out, since a token has no room for all. */
  readonly is_complete: boolean;
}

export interface TokenChannel {
  readonly name: string;
  /** The member of the connection; on presence channels only. */
  readonly member: Member | undefined;
}

/**
 * The two tokens of the classic protocol. Both are signed and not sealed, and every server that holds the key can check
 * them, so a connection of one server can continue at another.
 */
export interface ClassicTokens {
  signConnection(claims: ConnectionClaims): string;
  /** Undefined for everything that this key did not sign as a connection token. */
  readConnection(token: string): ConnectionClaims | undefined;
  /** Leaves channels out where the token would not fit into a URL. */
  signGroups(claims: Omit<GroupsClaims, "is_complete">): string;
  /** Undefined for everything that this key did not sign for this connection. */
  readGroups(token: string, connection_id: string): GroupsClaims | undefined;
}

type Purpose = "connection" | "groups";

/**
 * @param key 32 bytes, of no other use.
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
    // The length of a digest is no secret.
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  };
  return {
    signConnection: (claims) => sign("connection", claims),
    // Casts: what is signed for a purpose was written above.
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

/** The first channels that a token has room for. */
function withinTokenSize(channels: readonly TokenChannel[]): readonly TokenChannel[] {
  let bytes = 0;
  const end = channels.findIndex((channel) => {
    bytes += Buffer.byteLength(JSON.stringify(channel)) + 1;
    return bytes > hubLimits.classic_groups_bytes_max;
  });
  return end < 0 ? channels : channels.slice(0, end);
}
