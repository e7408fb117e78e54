import { type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { newMemberRole, type Provider } from "@fanfare/contract/schema/accounts/single-sign-on";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { memberCreatedStatement } from "../accounts/members/members.ts";
import { NO_PASSWORD } from "../accounts/sign-in/passwords.ts";
import { type AccountLinkRow, consumeLink, inviteByEmail } from "../store/statements/accounts/account-links.ts";
import { type MemberRow, memberByEmail } from "../store/statements/accounts/members.ts";
import { identityOf, memberByIdentity, touchIdentity } from "../store/statements/identity/member-identities.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { Statement, WriteDeps } from "../store/store.ts";
import type { Claims } from "./claims.ts";

export type ResolveMemberDeps = WriteDeps;

/** The member, and the statements to write with their session. */
export interface ResolvedMember {
  readonly member: MemberRow;
  readonly statements: readonly Statement[];
}

/**
 * Finds or creates the member for the provider's claims. Known by issuer and subject after the first sign-in. The first
 * time, by verified email: an existing member, an invited one, or a new one if the settings allow it.
 *
 * @throws ProblemError `provider_domain_refused`, `provider_email_missing`, `provider_email_unverified`,
 * `provider_account_other`, or `provider_member_unknown`.
 */
export async function resolveMember(
  deps: ResolveMemberDeps,
  provider: Pick<Provider, "domains" | "newcomers">,
  claims: Claims,
): Promise<ResolvedMember> {
  const { clock, store } = deps;
  const known = await memberByIdentity(store.db, claims);
  if (known !== undefined) {
    assertDomain(provider, claims.email ?? known.email);
    return knownMember(deps, known, claims);
  }
  const email = verifiedEmail(provider, claims);
  const member = await memberByEmail(store.db, email);
  if (member !== undefined) return await linkedMember(deps, member, claims);
  const invite = await inviteByEmail(store.db, email, clock.now());
  const role = invite?.role ?? newMemberRole(provider.newcomers);
  if (role === undefined) {
    throw new ProblemError(
      "provider_member_unknown",
      `${email} isn't a member of this workspace. Ask an owner or admin for an invitation.`,
    );
  }
  return createProviderMember(deps, claims, { email, role, invite });
}

function knownMember({ clock, store }: ResolveMemberDeps, member: MemberRow, claims: Claims): ResolvedMember {
  const touch = touchIdentity(store.db, { ...claims, member_id: member.id }, clock.now());
  return { member, statements: [{ query: touch, expect: 1 }] };
}

function verifiedEmail(provider: Pick<Provider, "domains">, { email, is_email_verified }: Claims): string {
  if (email === undefined) {
    throw new ProblemError(
      "provider_email_missing",
      "The identity provider didn't send an email address. Configure it to send the claim email (scope email) to this client.",
    );
  }
  assertDomain(provider, email);
  if (is_email_verified) return email;
  throw new ProblemError(
    "provider_email_unverified",
    `The identity provider hasn't verified ${email}. Verify the address there, or configure the provider to send email_verified.`,
  );
}

/** @throws ProblemError `provider_domain_refused`. */
export function assertDomain({ domains }: Pick<Provider, "domains">, email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (domains.length === 0 || domains.includes(domain)) return;
  throw new ProblemError(
    "provider_domain_refused",
    `Addresses of ${domain} can't sign in with this identity provider. Use an address of ${domains.join(" or ")}.`,
  );
}

/**
 * Each member has at most one account at the provider, because an email can later pass to another person. A concurrent
 * sign-in may have linked this very account since it was looked up.
 */
async function linkedMember(deps: ResolveMemberDeps, member: MemberRow, claims: Claims): Promise<ResolvedMember> {
  const linked = await identityOf(deps.store.db, { member_id: member.id, issuer: claims.issuer });
  if (linked?.subject === claims.subject) return knownMember(deps, member, claims);
  if (linked !== undefined) {
    throw new ProblemError(
      "provider_account_other",
      `${member.email} is linked to another account at this identity provider. If the account was replaced, ask an owner or admin to unlink the old one in Members.`,
    );
  }
  return { member, statements: identityStatements(deps, member.id, claims) };
}

function createProviderMember(
  deps: ResolveMemberDeps,
  claims: Claims,
  input: { readonly email: string; readonly role: Role; readonly invite: AccountLinkRow | undefined },
): ResolvedMember {
  const { clock, rng, store } = deps;
  const { email, role, invite } = input;
  const member = {
    ...{ id: newId("mem", clock, rng), email, role, password_hash: NO_PASSWORD, created_at: clock.now() },
    name: (claims.name ?? email.split("@")[0] ?? email).slice(0, limits.member_name_chars_max),
  };
  const used = invite === undefined ? [] : [{ query: consumeLink(store.db, invite), expect: 1 }];
  const statements = [
    ...used,
    { query: insertRow(store.db, "members", member), expect: 1 },
    memberCreatedStatement(deps, member, "provider"),
    ...identityStatements(deps, member.id, claims),
  ];
  return { member, statements };
}

export function identityStatements(
  deps: ResolveMemberDeps,
  id: MemberId,
  { issuer, subject }: Pick<Claims, "issuer" | "subject">,
): readonly Statement[] {
  const now_ms = deps.clock.now();
  const row = { issuer, subject, member_id: id, created_at: now_ms, last_used_at: now_ms };
  const resource = { type: "member", id } as const;
  const detail = { issuer, subject };
  return [
    { query: insertRow(deps.store.db, "member_identities", row), expect: 1 },
    auditStatement(deps, { member_id: id, action: "member.link_identity", resource, detail }),
  ];
}
