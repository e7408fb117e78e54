import { createHash } from "node:crypto";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { toChannelId } from "@fanfare/contract/realtime/channel";
import { externalIdSchema, groupsSchema } from "@fanfare/contract/schema/client/v1";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";

/** Person of a request, proven by a signature. Contains nothing from the request's own claims. */
export type Identity =
  | {
      readonly kind: "person";
      readonly external_id: string;
      readonly channel_id: string;
      readonly groups: readonly string[];
    }
  | { readonly kind: "anonymous"; readonly anonymous_id: string; readonly channel_id: string };

export interface Verified<Kind extends Identity = Identity> {
  readonly identity: Kind;
  readonly token: string;
}
export type VerifiedAnonymous = Verified<Extract<Identity, { kind: "anonymous" }>>;

export type IdentityResult =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly code: "identity_invalid" | "identity_expired"; readonly detail: string };

/** Verifies a token of this app and returns its identity, or why it's invalid. Never throws for an invalid token. */
export type VerifyIdentity = (token: string, app: AppRecord) => Promise<IdentityResult>;

/** `kid` of tokens signed by Fanfare. IDs of app secrets contain only digits and letters, so they can't match it. */
export const ANONYMOUS_KID = "fanfare-anonymous";
/** `iss` of the same tokens. */
export const ANONYMOUS_ISSUER = "fanfare";

const ANONYMOUS_ID_PATTERN = /^anon-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Channel ID of a person. External IDs that aren't valid in a channel name are hashed. */
export function personChannelId(external_id: string): string {
  return toChannelId(external_id, (text) => createHash("sha256").update(text).digest("hex"));
}

/**
 * Creates the only token verifier. The algorithm is fixed to HS256. `kid` only selects among keys that the server
 * already has, and no keys are fetched. Customer secrets can sign only people with an external ID, and only Fanfare's
 * key can sign anonymous visitors.
 *
 * @example
 * const verifyIdentity = createIdentityVerifier({ clock, anonymousKeys });
 * const result = await verifyIdentity(token, app);
 * if (result.ok) result.identity.channel_id;
 */
export function createIdentityVerifier(deps: {
  readonly clock: Pick<Clock, "now">;
  /** The current key first. */
  readonly anonymousKeys: () => readonly Uint8Array[];
}): VerifyIdentity {
  const keyOf = keyRing();
  const known_tokens = tokenCache(deps.clock);

  const claimsOf = async (token: string, secret: object, bytes: () => Uint8Array, app: AppRecord, issuer?: string) => {
    const key = await keyOf(secret, bytes);
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      audience: app.key,
      currentDate: new Date(deps.clock.now()),
      clockTolerance: limits.identity_clock_skew_s,
      requiredClaims: ["sub", "exp"],
      ...(issuer === undefined ? {} : { issuer }),
    });
    return payload;
  };

  return async (token, app) => {
    if (token.length > limits.identity_token_chars_max) {
      return invalid(`The token is longer than ${limits.identity_token_chars_max} characters.`);
    }
    const known = known_tokens.find(app, token);
    if (known !== undefined) return known;
    const kid = readKeyId(token);
    if (!kid.ok) return invalid("The token isn't a signed JWT.");
    try {
      if (kid.id === ANONYMOUS_KID) {
        for (const key of deps.anonymousKeys()) {
          const claims = await claimsOf(token, key, () => key, app, ANONYMOUS_ISSUER).catch(undefinedIfOtherKey);
          if (claims !== undefined) return known_tokens.add(app, token, claims, anonymousIdentity(claims));
        }
        return invalid("The token isn't a JWT signed by this app.");
      }
      const secrets = kid.id === undefined ? app.secrets : app.secrets.filter((secret) => secret.id === kid.id);
      if (secrets.length === 0) return invalid("The token's kid refers to a secret that this app doesn't have.");
      for (const secret of secrets) {
        const claims = await claimsOf(token, secret, () => new TextEncoder().encode(secret.secret), app).catch(
          undefinedIfOtherKey,
        );
        if (claims === undefined) continue;
        secret.onUse?.();
        return known_tokens.add(app, token, claims, personIdentity(claims), secret.onUse);
      }
      return invalid("The signature doesn't match any active secret of this app.");
    } catch (error) {
      return refusal(error);
    }
  };
}

/** Another active secret or key may have signed the token. All other errors are final. */
function undefinedIfOtherKey(error: unknown): undefined {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
}

interface KnownToken {
  readonly result: IdentityResult;
  /** Validity in seconds of the clock, without tolerance. */
  readonly claims: Pick<JWTPayload, "exp" | "nbf">;
  readonly onUse: (() => void) | undefined;
}

/**
 * Tokens whose signature was verified, so that a person's next request costs no cryptography. A changed app record,
 * such as with another secret, is replaced as a whole and starts empty. Dates are compared on each use.
 */
function tokenCache(clock: Pick<Clock, "now">) {
  const by_app = new WeakMap<AppRecord, Map<string, KnownToken>>();
  const isValid = ({ claims: { exp = 0, nbf = 0 } }: KnownToken): boolean => {
    const now_s = Math.floor(clock.now() / SECOND_MS);
    return exp > now_s - limits.identity_clock_skew_s && nbf <= now_s + limits.identity_clock_skew_s;
  };
  return {
    find(app: AppRecord, token: string): IdentityResult | undefined {
      const known = by_app.get(app)?.get(token);
      if (known === undefined || !isValid(known)) return undefined;
      known.onUse?.();
      return known.result;
    },
    add(app: AppRecord, token: string, claims: JWTPayload, result: IdentityResult, onUse?: () => void): IdentityResult {
      const tokens = by_app.get(app) ?? new Map<string, KnownToken>();
      by_app.set(app, tokens);
      const [oldest] = tokens.keys();
      if (tokens.size >= limits.identity_tokens_known_max && oldest !== undefined) tokens.delete(oldest);
      tokens.set(token, { result, claims, onUse });
      return result;
    },
  };
}

function personIdentity(claims: JWTPayload): IdentityResult {
  const sub = externalIdSchema.safeParse(claims.sub);
  if (!sub.success) return invalid(`The claim sub isn't a valid external ID: ${firstIssue(sub.error)}`);
  const groups = groupsSchema.safeParse(claims["groups"] ?? []);
  if (!groups.success) return invalid(`The claim groups isn't a list of group IDs: ${firstIssue(groups.error)}`);
  const external_id = sub.data;
  return {
    ok: true,
    identity: { kind: "person", external_id, channel_id: personChannelId(external_id), groups: groups.data },
  };
}

function anonymousIdentity(claims: JWTPayload): IdentityResult {
  // jose checks that sub exists, but not its type.
  if (typeof claims.sub !== "string" || !ANONYMOUS_ID_PATTERN.test(claims.sub)) {
    return invalid("The token isn't an anonymous identity.");
  }
  return { ok: true, identity: { kind: "anonymous", anonymous_id: claims.sub, channel_id: claims.sub } };
}

function readKeyId(token: string): { ok: true; id: string | undefined } | { ok: false } {
  try {
    return { ok: true, id: decodeProtectedHeader(token).kid };
  } catch {
    // Undecodable text isn't a token.
    return { ok: false };
  }
}

function refusal(error: unknown): IdentityResult {
  if (error instanceof errors.JWTExpired) {
    return {
      ok: false,
      code: "identity_expired",
      detail: "The token has expired. Request a new one from your server.",
    };
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(`The claim ${error.claim} is missing or invalid.`);
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid("The token isn't signed with HS256.");
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    return invalid("The token isn't a JWT signed by this app.");
  }
  throw error;
}

function invalid(detail: string): IdentityResult {
  return { ok: false, code: "identity_invalid", detail };
}

function firstIssue(error: { readonly issues: readonly { readonly message: string }[] }): string {
  return error.issues[0]?.message ?? "it's invalid.";
}

/** Imports each secret once. A changed app record is replaced as a whole, so its keys are garbage collected. */
function keyRing(): (secret: object, bytes: () => Uint8Array) => Promise<CryptoKey> {
  const keys = new WeakMap<object, Promise<CryptoKey>>();
  return (secret, bytes) => {
    const known = keys.get(secret);
    if (known !== undefined) return known;
    const key = crypto.subtle.importKey("raw", Uint8Array.from(bytes()), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]);
    keys.set(secret, key);
    return key;
  };
}
