import { ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Identity, Verified, VerifiedAnonymous, VerifyIdentity } from "../../people/identity/identity.ts";
import { type Caller, callerFromIdentity, unverifiedCaller } from "../../people/person/find-person.ts";
import { type AnonymousCookie, sharesSite } from "./cookie.ts";

export interface ClaimedCaller {
  readonly anonymous_token?: string | undefined;
  readonly external_id?: string | undefined;
}

export interface CallerReader {
  /** Identity from the `Authorization` header, if present. @throws ProblemError if it's invalid. */
  bearer(c: Context, app: AppRecord): Promise<Verified | undefined>;
  /** Person of a request. @throws ProblemError if no person is given, or a token is invalid. */
  caller(c: Context, app: AppRecord, claimed: ClaimedCaller): Promise<Caller>;
  groups(c: Context, app: AppRecord): Promise<readonly string[]>;
  /** The browser's anonymous identity, from the page's storage or the cookie. An invalid one counts as missing. */
  anonymous(c: Context, app: AppRecord, stored_token: string | undefined): Promise<VerifiedAnonymous | undefined>;
}

/**
 * Resolves the caller in this order: a person's token, an unverified external ID, an anonymous token from the header,
 * body, or cookie. The external ID precedes anonymous identities, because browsers always send their cookie.
 */
export function callerReader(deps: {
  readonly verifyIdentity: VerifyIdentity;
  readonly cookie: AnonymousCookie;
}): CallerReader {
  const verified = async (token: string, app: AppRecord): Promise<Identity> => {
    const result = await deps.verifyIdentity(token, app);
    if (!result.ok) throw new ProblemError(result.code, result.detail);
    return result.identity;
  };

  const cookieToken = (c: Context, app: AppRecord): string | undefined =>
    sharesSite(c.req.raw) ? deps.cookie.read(c.req.raw, app) : undefined;

  const bearer: CallerReader["bearer"] = async (c, app) => {
    const header = c.req.header("Authorization");
    if (header === undefined) return undefined;
    const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1];
    if (token === undefined) {
      throw new ProblemError(
        "identity_invalid",
        "Send the header as Authorization: Bearer, followed by a space and the token.",
      );
    }
    return { identity: await verified(token, app), token };
  };

  return {
    bearer,

    async caller(c, app, claimed) {
      const identity = (await bearer(c, app))?.identity;
      if (identity?.kind === "person") {
        assertSameIdentity(identity.external_id, claimed.external_id);
        return callerFromIdentity(identity);
      }
      if (claimed.external_id !== undefined) return unverifiedCaller(claimed.external_id);
      if (identity !== undefined) return callerFromIdentity(identity);
      const token = claimed.anonymous_token ?? cookieToken(c, app);
      if (token === undefined) throw callerRequired();
      const anonymous = await verified(token, app);
      // A person's token must be in the header, which proxies and logs omit.
      if (anonymous.kind !== "anonymous") {
        throw new ProblemError("identity_invalid", "This isn't an anonymous token. Send it as Authorization: Bearer.");
      }
      return callerFromIdentity(anonymous);
    },

    async groups(c, app) {
      const identity = (await bearer(c, app))?.identity;
      return identity?.kind === "person" ? identity.groups : [];
    },

    async anonymous(c, app, stored_token) {
      for (const token of [stored_token, cookieToken(c, app)]) {
        if (token === undefined) continue;
        const result = await deps.verifyIdentity(token, app);
        if (result.ok && result.identity.kind === "anonymous") return { identity: result.identity, token };
      }
      return undefined;
    },
  };
}

/** @throws ProblemError `identity_mismatch` if the body names another person than the token. */
export function assertSameIdentity(verified_id: string, claimed: string | undefined): void {
  if (claimed === undefined || claimed === verified_id) return;
  throw new ProblemError(
    "identity_mismatch",
    "The identity token and external_id belong to different people. Send this person's token.",
  );
}

function callerRequired(): ProblemError {
  return new ProblemError(
    "identity_required",
    "The identity is missing. Send an identity token as Authorization: Bearer, the anonymous_token of the last boot, or an external_id.",
  );
}
