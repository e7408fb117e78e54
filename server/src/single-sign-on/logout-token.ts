import type { Clock } from "@fanfare/contract/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { SessionsMeant } from "../store/provider-sessions.ts";
import { isProviderName } from "./claims.ts";

/** What makes a token one that says: this session has ended. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** No shared secrets, and never none. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const TYPES: readonly unknown[] = [undefined, "logout+jwt", "application/logout+jwt", "jwt"];
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface Expectation {
  readonly issuer: string;
  readonly client_id: string;
}

/**
 * Whether a token could be one of this provider for this client, before anything is asked of anybody.
 *
 * @throws ProblemError `logout_token_invalid`.
 */
export function assertLooksOurs(token: string, { issuer, client_id }: Expectation): void {
  let said: JWTPayload;
  try {
    said = decodeJwt(token);
  } catch {
    throw refused("It is not a JWT.");
  }
  if (said.iss !== issuer) throw refused("It is of another issuer than the provider that is set.");
  if (![said.aud].flat().includes(client_id)) throw refused("It is for another client.");
}

/**
 * Which sessions a logout token ends (OpenID Connect Back-Channel Logout 1.0, 2.6): signed by a key that the provider
 * publishes, of this issuer, for this client, in its time, with the event, without a nonce, and naming a person or a session.
 *
 * @param keys the document at the provider's `jwks_uri`.
 * @throws ProblemError `logout_token_invalid`.
 */
export async function readLogoutToken(
  token: string,
  { issuer, client_id }: Expectation,
  keys: unknown,
  clock: Pick<Clock, "now">,
): Promise<SessionsMeant> {
  const key_set = keySetSchema.safeParse(keys);
  if (!key_set.success) throw refused("The provider publishes no keys.");
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(key_set.data), {
    ...{ issuer, audience: client_id, algorithms: ALGORITHMS, currentDate: new Date(clock.now()) },
    ...{ clockTolerance: limits.provider_clock_skew_s, requiredClaims: ["iat", "exp", "jti", "events"] },
    maxTokenAge: (limits.provider_logout_token_minutes * MINUTE_MS) / SECOND_MS,
  }).catch((error: unknown) => {
    // What jose says names claims and algorithms, and none of the token's own words.
    throw refused(error instanceof Error ? `${error.message}.` : "It cannot be verified.");
  });
  const { sub, nonce, sid, events } = payload;
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw refused("Its type is not logout+jwt.");
  if (nonce !== undefined) throw refused("It has a nonce, which an ID token has.");
  const event = z.looseObject({ [EVENT]: z.looseObject({}) }).safeParse(events);
  if (!event.success) throw refused("It does not have the event of a logout.");
  if (sub === undefined && sid === undefined) throw refused("It names neither a person (sub) nor a session (sid).");
  if (sub !== undefined && !isProviderName(sub)) throw refused("The provider's name for the person (sub) is not one.");
  if (sid !== undefined && !isProviderName(sid)) throw refused("The provider's name for the session (sid) is not one.");
  return { issuer, subject: sub, sid };
}

function refused(why: string): ProblemError {
  return new ProblemError("logout_token_invalid", `This logout token ends nothing. ${why}`);
}
