import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { parseJson } from "../../lib/json.ts";
import type { Identity } from "../../people/identity/identity.ts";

/** What another server needs to continue after the negotiation. */
export interface TicketClaims {
  readonly app_id: AppId;
  readonly socket_id: string;
  /** From the identity token in the negotiation. */
  readonly identity: Identity | undefined;
  readonly resumable: boolean;
}

/**
 * Connection tokens that every server with the key can read, so that a WebSocket may connect to another server than the
 * one that negotiated it. Encrypted, because they're part of URLs and contain the person's ID.
 */
export interface ConnectionTickets {
  seal(claims: TicketClaims): string;
  /**
   * Returns the claims of another server's ticket, once. Undefined for this server's own, which its connections know,
   * and for any other text.
   */
  redeem(token: string): TicketClaims | undefined;
}

interface SealedClaims extends TicketClaims {
  readonly issuer: string;
  readonly issued_ms: number;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const ISSUER_BYTES = 9;

/**
 * @param deps `keys`: 32 bytes each, used for nothing else. The first one encrypts, and all of them decrypt.
 * @example
 * const tickets = createTickets({ clock, rng, keys: () => vault.deriveAll("signalr core ticket v1") });
 * otherServersTickets.redeem(tickets.seal(claims)); // claims
 */
export function createTickets(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly keys: () => readonly Uint8Array[];
}): ConnectionTickets {
  const { clock, rng, keys } = deps;
  const issuer = Buffer.from(rng.bytes(ISSUER_BYTES)).toString("base64url");
  /** Redeemed tickets by their expiry, oldest first. */
  const redeemed = new Map<string, number>();

  const forgetExpired = (): void => {
    for (const [token, until_ms] of redeemed) {
      if (until_ms > clock.now()) return;
      redeemed.delete(token);
    }
  };
  return {
    seal(claims) {
      const [key] = keys();
      if (key === undefined) throw new Error("Tickets need a key.");
      const iv = rng.bytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const text = JSON.stringify({ ...claims, issuer, issued_ms: clock.now() } satisfies SealedClaims);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    redeem(token) {
      const claims = openWithAny(token, keys());
      const lifetime_ms = hubLimits.hub_handshake_s * SECOND_MS;
      // Either server's clock may be ahead.
      if (claims === undefined || claims.issuer === issuer || Math.abs(clock.now() - claims.issued_ms) > lifetime_ms)
        return undefined;
      forgetExpired();
      if (redeemed.has(token)) return undefined;
      redeemed.set(token, clock.now() + 2 * lifetime_ms);
      return claims;
    },
  };
}

function openWithAny(token: string, keys: readonly Uint8Array[]): SealedClaims | undefined {
  for (const key of keys) {
    const claims = open(token, key);
    if (claims !== undefined) return claims;
  }
  return undefined;
}

function open(token: string, key: Uint8Array): SealedClaims | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body_start = IV_BYTES + TAG_BYTES;
  if (bytes.length <= body_start || token.length > hubLimits.core_ticket_chars_max) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, body_start));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(body_start)), decipher.final()]).toString("utf8");
    // Cast: only the code above encrypts with this key.
    return parseJson(text) as SealedClaims;
  } catch {
    return undefined;
  }
}
