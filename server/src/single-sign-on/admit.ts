import type { Clock } from "@fanfare/contract/clock";
import { type MemberId, newId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import type { Role } from "@fanfare/contract/schema/api";
import { type Provider, roleOfNewcomers } from "@fanfare/contract/schema/single-sign-on";
import { auditStatement } from "../accounts/audit.ts";
import { memberCreated } from "../accounts/members.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";
import { type AccountLinkRow, inviteByEmail, takeLink } from "../store/account-links.ts";
import { identityOf, insertIdentity, memberByIdentity, touchIdentity } from "../store/member-identities.ts";
import { insertMember, type MemberRow, memberByEmail } from "../store/members.ts";
import type { Statement, Store } from "../store/store.ts";
import type { Claims } from "./claims.ts";

export interface AdmitDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
}

/** Whom the provider vouches for, and what is written together with their sign-in. */
export interface Admission {
  readonly member: MemberRow;
  readonly statements: readonly Statement[];
}

/**
 * The member that a person of the provider is. Known by issuer and subject from the second time on; the first time by an
 * e-mail address that the provider has verified: as the member with this address, or as who was invited or may come in
 * uninvited.
 *
 * @throws ProblemError `provider_domain_refused`, `provider_email_missing`, `provider_email_unverified`,
 *   `provider_account_other`, or `provider_member_unknown`.
 */
export async function admit(deps: AdmitDeps, provider: Provider, claims: Claims): Promise<Admission> {
  const { clock, store } = deps;
  const known = await memberByIdentity(store.db, claims);
  if (known !== undefined) {
    assertDomain(provider, claims.email ?? known.email);
    const touch = touchIdentity(store.db, { ...claims, member_id: known.id }, clock.now());
    return { member: known, statements: [{ query: touch, expect: 1 }] };
  }
  const email = verifiedEmail(provider, claims);
  const member = await memberByEmail(store.db, email);
  if (member !== undefined) return await linked(deps, member, claims);
  const invite = await inviteByEmail(store.db, email, clock.now());
  const role = invite?.role ?? roleOfNewcomers(provider.newcomers);
  if (role === undefined) {
    throw new ProblemError(
      "provider_member_unknown",
      `${email} is no member of this workspace and was not invited. Ask an owner or admin for an invitation.`,
    );
  }
  return newcomer(deps, claims, { email, role, invite });
}

/** The address by which somebody is known who comes for the first time. */
function verifiedEmail(provider: Provider, { email, is_email_verified }: Claims): string {
  if (email === undefined) {
    throw new ProblemError(
      "provider_email_missing",
      "The provider told no e-mail address. Have it send the claim email (scope email) to this client.",
    );
  }
  assertDomain(provider, email);
  if (is_email_verified) return email;
  throw new ProblemError(
    "provider_email_unverified",
    `The provider does not say that ${email} was verified, so anybody there could bear it. Verify the address there, or have the provider send email_verified.`,
  );
}

/** @throws ProblemError `provider_domain_refused`. */
export function assertDomain({ domains }: Provider, email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (domains.length === 0 || domains.includes(domain)) return;
  throw new ProblemError(
    "provider_domain_refused",
    `Addresses of ${domain} do not sign in through this provider here. Use your address of ${domains.join(" or ")}.`,
  );
}

/** Who has a member's address later on is somebody else: one account of the provider is the member's. */
async function linked(deps: AdmitDeps, member: MemberRow, claims: Claims): Promise<Admission> {
  const other = await identityOf(deps.store.db, { member_id: member.id, issuer: claims.issuer });
  if (other !== undefined) {
    throw new ProblemError(
      "provider_account_other",
      `${member.email} signs in with another account of this provider. If this one took its place, an owner or admin unlinks the old one under Members.`,
    );
  }
  return { member, statements: identityStatements(deps, member.id, claims) };
}

function newcomer(
  deps: AdmitDeps,
  claims: Claims,
  wish: { readonly email: string; readonly role: Role; readonly invite: AccountLinkRow | undefined },
): Admission {
  const { clock, rng, store } = deps;
  const { email, role, invite } = wish;
  const member = {
    ...{ id: newId("mem", clock, rng), email, role, password_hash: NO_PASSWORD, created_at: clock.now() },
    name: (claims.name ?? email.split("@")[0] ?? email).slice(0, limits.member_name_chars_max),
  };
  const used = invite === undefined ? [] : [{ query: takeLink(store.db, invite), expect: 1 }];
  const statements = [
    ...used,
    { query: insertMember(store.db, member), expect: 1 },
    memberCreated(deps, member, "provider"),
    ...identityStatements(deps, member.id, claims),
  ];
  return { member, statements };
}

/** A member is this account of the provider from now on. */
export function identityStatements(
  deps: AdmitDeps,
  id: MemberId,
  { issuer, subject }: Pick<Claims, "issuer" | "subject">,
): readonly Statement[] {
  const now_ms = deps.clock.now();
  const row = { issuer, subject, member_id: id, created_at: now_ms, last_used_at: now_ms };
  const resource = { type: "member", id } as const;
  const detail = { issuer, subject };
  return [
    { query: insertIdentity(deps.store.db, row), expect: 1 },
    auditStatement(deps, { member_id: id, action: "member.link_identity", resource, detail }),
  ];
}
