import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Provider } from "@fanfare/contract/schema/accounts/single-sign-on";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { assertMayUsePassword, type SignedInMember } from "../accounts/sign-in/sign-in.ts";
import { deleteSignInsOf } from "../store/statements/accounts/team.ts";
import { deleteIdentitiesOf, identityOf, memberByIdentity } from "../store/statements/identity/member-identities.ts";
import { isUniqueViolation } from "../store/store.ts";
import type { Claims } from "./claims.ts";
import { assertDomain, identityStatements, type ResolveMemberDeps } from "./resolve-member.ts";

/**
 * Links the provider's account to the signed-in member. Their emails may differ, because the member has proved both
 * accounts.
 *
 * @throws ProblemError `provider_domain_refused` or `provider_account_other`.
 */
export async function linkIdentity(
  deps: ResolveMemberDeps,
  provider: Provider,
  { member_id, email }: Pick<SignedInMember, "member_id" | "email">,
  claims: Claims,
): Promise<void> {
  const { db } = deps.store;
  assertDomain(provider, claims.email ?? email);
  const holder = await memberByIdentity(db, claims);
  if (holder?.id === member_id) return;
  if (holder !== undefined || (await identityOf(db, { member_id, issuer: claims.issuer })) !== undefined)
    throw identityTaken();
  try {
    await deps.store.write(identityStatements(deps, member_id, claims));
  } catch (error) {
    // Another page linked this account or another one first.
    throw isUniqueViolation(error) ? identityTaken() : error;
  }
}

/**
 * Unlinks the member's own provider account and ends their other sessions.
 *
 * @throws ProblemError `password_refused` if the member couldn't sign in again.
 */
export async function unlinkOwnIdentity(
  deps: ResolveMemberDeps & { readonly renewMember: (member_id: MemberId) => void },
  { member_id, role, sign_in_id }: SignedInMember,
): Promise<void> {
  await assertMayUsePassword(deps, role);
  await deps.store.write([
    { query: deleteIdentitiesOf(deps.store.db, member_id) },
    { query: deleteSignInsOf(deps.store.db, member_id, sign_in_id) },
    auditStatement(deps, { member_id, action: "member.unlink_identity", resource: { type: "member", id: member_id } }),
  ]);
  deps.renewMember(member_id);
}

function identityTaken(): ProblemError {
  return new ProblemError(
    "provider_account_other",
    "This account is linked to another member, or you have another linked account. Unlink it first.",
  );
}
