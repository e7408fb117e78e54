import type { Clock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { decodeJwt, SignJWT } from "jose";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { ANONYMOUS_ISSUER, ANONYMOUS_KID } from "./identity.ts";

/** Anonymous visitor: an ID that only this server can issue, and the token that proves it. */
export interface AnonymousIdentity {
  readonly anonymous_id: string;
  readonly token: string;
}

/** Signs an identity for this app: a new one, or the given one with a new date. */
export type IssueAnonymous = (app: AppRecord, anonymous_id?: string) => Promise<AnonymousIdentity>;

/**
 * Issues anonymous identities. Uses a separate key, so that rotating an app's secrets doesn't invalidate them.
 *
 * @example
 * const issueAnonymous = createAnonymousIssuer({ clock, rng, anonymousKey });
 * const { anonymous_id, token } = await issueAnonymous(app); // "anon-019389f2-…"
 */
export function createAnonymousIssuer(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly anonymousKey: () => Uint8Array;
}): IssueAnonymous {
  return async (app, known_id) => {
    const anonymous_id = known_id ?? `anon-${uuidv7(deps.clock, deps.rng)}`;
    const now_ms = deps.clock.now();
    const token = await new SignJWT()
      .setProtectedHeader({ alg: "HS256", kid: ANONYMOUS_KID })
      .setIssuer(ANONYMOUS_ISSUER)
      .setSubject(anonymous_id)
      .setAudience(app.key)
      .setIssuedAt(Math.floor(now_ms / SECOND_MS))
      .setExpirationTime(Math.floor((now_ms + limits.anonymous_token_days * DAY_MS) / SECOND_MS))
      .sign(deps.anonymousKey());
    return { anonymous_id, token };
  };
}

/** Whether a verified token is old enough to be renewed, so that returning visitors keep their identity. */
export function needsRenewal(token: string, now_ms: number): boolean {
  const issued_at_ms = (decodeJwt(token).iat ?? 0) * SECOND_MS;
  return now_ms - issued_at_ms >= limits.anonymous_token_renewal_days * DAY_MS;
}
