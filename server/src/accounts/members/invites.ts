import { type AccountLinkId, isId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { InvitePreview } from "@fanfare/contract/schema/responses/accounts/member";
import {
  type AccountLinkRow,
  activeLink,
  consumeLink,
  inviteByEmail,
  inviteById,
  invitesAfter,
  putLink,
} from "../../store/statements/accounts/account-links.ts";
import { memberByEmail } from "../../store/statements/accounts/members.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { type Actor, assertMayGrantRole } from "../access/actor.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, newToken } from "../sign-in/opaque-token.ts";
import { assertMayUsePassword, type Caller, type SignedIn, type SignIns } from "../sign-in/sign-in.ts";
import { type MemberDeps, memberCreatedStatement, memberRow } from "./members.ts";
import { assertCanManage } from "./team.ts";

/** An invitation with its link's token. The token can't be read again. */
export interface NewInvite {
  readonly row: AccountLinkRow & { readonly role: Role };
  readonly token: string;
}

/**
 * Creates a one-time invitation link. Revokes an earlier invitation for the same email address.
 *
 * @throws ProblemError `email_taken`, `role_insufficient` for an admin who invites an owner or replaces the invitation
 * of one, or `scope_insufficient` for a token that allows less than the role.
 */
export async function createInvite(
  deps: MemberDeps,
  actor: Actor,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<NewInvite> {
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  const replaced = await inviteByEmail(store.db, email, now_ms);
  assertCanManage(actor, role, replaced?.role ?? role);
  assertMayGrantRole(actor, role);
  if ((await memberByEmail(store.db, email)) !== undefined) throw emailTaken(email);
  const token = newToken(rng);
  const row = {
    ...({ id: newId("lnk", clock, rng), token_hash: hashToken(token), purpose: "invite", email, role } as const),
    ...{ member_id: null, created_by: actor.member_id, created_at: now_ms },
    expires_at: now_ms + limits.invite_days * DAY_MS,
  };
  await store.write([
    { query: putLink(store.db, row), expect: 1 },
    auditStatement(deps, {
      member_id: actor.member_id,
      action: "member.invite",
      resource: { type: "invite", id: row.id },
      detail: { email, role },
    }),
  ]);
  return { row, token };
}

export async function listInvites(
  { clock, store }: Pick<MemberDeps, "clock" | "store">,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: readonly AccountLinkRow[]; readonly next: AccountLinkId | null }> {
  if (after !== undefined && !isId("lnk", after)) return { rows: [], next: null };
  const rows = await invitesAfter(store.db, { after, limit: limit + 1, now_ms: clock.now() });
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** @throws ProblemError `invite_not_found`. */
export async function revokeInvite(deps: MemberDeps, actor: Actor, id: string): Promise<void> {
  const row = isId("lnk", id) ? await inviteById(deps.store.db, id) : undefined;
  if (row?.role != null) assertCanManage(actor, row.role);
  const written =
    row === undefined
      ? undefined
      : await deps.store.write([
          { query: consumeLink(deps.store.db, row), expect: 1 },
          auditStatement(deps, {
            member_id: actor.member_id,
            action: "member.revoke_invite",
            resource: { type: "invite", id: row.id },
            detail: { email: row.email },
          }),
        ]);
  if (written?.outcome === "committed") return;
  throw new ProblemError("invite_not_found", "Invitation not found. It may have been accepted or revoked.");
}

/** @throws ProblemError `link_invalid`. */
export async function previewInvite(deps: MemberDeps, token: string): Promise<InvitePreview> {
  const { email, role } = await findInvite(deps, token);
  return { email, role, workspace: await workspaceName(deps.store.db) };
}

/**
 * Creates the invited member and a session in one batch, so that only one holder of the link succeeds.
 *
 * @throws ProblemError `link_invalid`, `email_taken`, `password_refused` if only owners may use passwords, or
 * `body_invalid` for a common password.
 */
export async function acceptInvite(
  deps: MemberDeps & { readonly sign_ins: SignIns },
  input: { readonly token: string; readonly name: string; readonly password: string },
  caller: Caller,
): Promise<SignedIn> {
  const { store } = deps;
  const invite = await findInvite(deps, input.token);
  const { email, role } = invite;
  if ((await memberByEmail(store.db, email)) !== undefined) throw emailTaken(email);
  await assertMayUsePassword(deps, role);
  const row = await memberRow(deps, { email, role, name: input.name, password: input.password });
  const { statements, signed_in } = deps.sign_ins.begin(row, caller);
  const written = await store.write([
    { query: consumeLink(store.db, invite), expect: 1 },
    { query: insertRow(store.db, "members", row), expect: 1 },
    memberCreatedStatement(deps, row, "invite"),
    ...statements,
  ]);
  if (written.outcome === "unmet") throw linkInvalid();
  return signed_in;
}

async function findInvite(
  { clock, store }: Pick<MemberDeps, "clock" | "store">,
  token: string,
): Promise<AccountLinkRow & { readonly role: Role }> {
  const row = await activeLink(store.db, "invite", hashToken(token), clock.now());
  if (row === undefined || row.role === null) throw linkInvalid();
  return { ...row, role: row.role };
}

export function linkInvalid(): ProblemError {
  return new ProblemError(
    "link_invalid",
    "This link has expired, was already used, or is incomplete. Request a new link.",
  );
}

function emailTaken(email: string): ProblemError {
  return new ProblemError("email_taken", `${email} is already a member. Sign in, or request a password reset link.`);
}
