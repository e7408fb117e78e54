import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { SessionSelector } from "../store/statements/identity/provider-sessions.ts";
import { isProviderName } from "./claims.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Excludes symmetric algorithms and `none`. */
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

interface ExpectedToken {
  readonly issuer: string;
  readonly client_id: string;
}

/**
 * Checks issuer and audience before any network request.
 *
 * @throws ProblemError `logout_token_invalid`.
 */
export function assertAddressedToUs(token: string, { issuer, client_id }: ExpectedToken): void {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    throw refused("The token isn't a JWT.");
  }
  if (claims.iss !== issuer) throw refused("The issuer isn't the configured identity provider.");
  if (![claims.aud].flat().includes(client_id)) throw refused("The audience is another client.");
}

/**
 * Verifies a logout token and returns the sessions that it ends (OpenID Connect Back-Channel Logout 1.0, 2.6). Checks
 * the signature against the provider's keys, the issuer, audience, times, and event. A nonce must be absent, and a
 * subject or session ID present.
 *
 * @param keys the document at the provider's `jwks_uri`.
 * @throws ProblemError `logout_token_invalid`.
 */
export async function readLogoutToken(
  token: string,
  { issuer, client_id }: ExpectedToken,
  keys: unknown,
  clock: Pick<Clock, "now">,
): Promise<SessionSelector> {
  const key_set = keySetSchema.safeParse(keys);
  if (!key_set.success) throw refused("The identity provider publishes no keys.");
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(key_set.data), {
    ...{ issuer, audience: client_id, algorithms: ALGORITHMS, currentDate: new Date(clock.now()) },
    ...{ clockTolerance: limits.provider_clock_skew_s, requiredClaims: ["iat", "exp", "jti", "events"] },
    maxTokenAge: (limits.provider_logout_token_minutes * MINUTE_MS) / SECOND_MS,
  }).catch((error: unknown) => {
    // jose's messages contain names of claims and algorithms, but no values from the token.
    throw refused(error instanceof Error ? `${error.message}.` : "The signature can't be verified.");
  });
  const { sub, nonce, sid, events } = payload;
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw refused("The type isn't logout+jwt.");
  if (nonce !== undefined) throw refused("The token has a nonce, so it's an ID token.");
  const event = z.looseObject({ [EVENT]: z.looseObject({}) }).safeParse(events);
  if (!event.success) throw refused("The logout event is missing.");
  if (sub === undefined && sid === undefined) throw refused("Both the person (sub) and the session (sid) are missing.");
  if (sub !== undefined && !isProviderName(sub))
    throw refused("The identity provider's ID for the person (sub) is invalid.");
  if (sid !== undefined && !isProviderName(sid)) throw refused("The identity provider's session ID (sid) is invalid.");
  return { issuer, subject: sub, sid };
}

function refused(why: string): ProblemError {
  return new ProblemError("logout_token_invalid", `Invalid logout token, no session ended. ${why}`);
}
