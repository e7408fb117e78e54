import type { SignInId } from "@fanfare/contract/lib/ids";
import type { Provider } from "@fanfare/contract/schema/accounts/single-sign-on";
import type { Caller, SignedIn, SignIns } from "../accounts/sign-in/sign-in.ts";
import type { Vault } from "../lib/vault.ts";
import { isUniqueViolation } from "../store/store.ts";
import { signInExpired, type VerifiedIdentity } from "./provider-client.ts";
import { sessionStatement } from "./provider-session.ts";
import { type ResolveMemberDeps, resolveMember } from "./resolve-member.ts";

/** Attempts to resolve the member after concurrent writes. */
const RESOLVE_ATTEMPTS_MAX = 3;

export interface EnterMemberDeps extends ResolveMemberDeps {
  readonly vault: Pick<Vault, "seal">;
  readonly sign_ins: SignIns;
}

export interface EntryAttempt {
  readonly code?: string;
  readonly caller: Caller;
  readonly previous_token: string | undefined;
}

/**
 * Starts a session for a verified identity, and links or creates its member in the same batch.
 *
 * @throws ProblemError with the reason for a refusal. `second_factor_required`: the member's code is missing.
 */
export async function enterMember(
  deps: EnterMemberDeps,
  provider: Pick<Provider, "domains" | "newcomers">,
  { claims, leaving }: VerifiedIdentity,
  { code, caller, previous_token }: EntryAttempt,
): Promise<SignedIn> {
  for (let attempt = 1; attempt <= RESOLVE_ATTEMPTS_MAX; attempt++) {
    const { member, statements } = await resolveMember(deps, provider, claims);
    const beside = (id: SignInId) => sessionStatement(deps, id, claims, leaving);
    const sign_in = { member, also: statements, beside, asks_code: !claims.used_factors, code };
    const signed_in = await deps.sign_ins.enter(sign_in, caller, previous_token).catch((error: unknown) => {
      // A concurrent sign-in of the same person created the member.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    });
    if (signed_in !== undefined) return signed_in;
  }
  throw signInExpired();
}
