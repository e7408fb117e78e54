import { type MemberId, newId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ResetPreview } from "@fanfare/contract/schema/responses/accounts/member";
import { activeLink, consumeLink, deleteResetLinks, putLink } from "../../store/statements/accounts/account-links.ts";
import type { MemberRow } from "../../store/statements/accounts/members.ts";
import { deleteSignInsOf, memberById, setPassword } from "../../store/statements/accounts/team.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, newToken } from "../sign-in/opaque-token.ts";
import { passwordProblem } from "../sign-in/passwords.ts";
import type { Caller, SignedInMember, SignIns } from "../sign-in/sign-in.ts";
import { linkInvalid } from "./invites.ts";
import type { MemberDeps } from "./members.ts";
import type { TeamDeps } from "./team.ts";

type Deps = MemberDeps & TeamDeps;

/**
 * Creates a password reset link and revokes an earlier one. `by` null: an operator command.
 *
 * @returns the link's token. It can't be read again.
 */
export async function createResetLink(
  deps: MemberDeps,
  member: Pick<MemberRow, "id" | "email">,
  by: MemberId | null,
): Promise<{ readonly token: string; readonly expires_at: number }> {
  const { clock, rng, store } = deps;
  const token = newToken(rng);
  const now_ms = clock.now();
  const row = {
    ...({ id: newId("lnk", clock, rng), token_hash: hashToken(token), purpose: "reset", email: member.email } as const),
    ...{ role: null, member_id: member.id, created_by: by, created_at: now_ms },
    expires_at: now_ms + limits.reset_link_hours * HOUR_MS,
  };
  await store.write([
    { query: putLink(store.db, row), expect: 1 },
    auditStatement(deps, {
      member_id: by,
      action: "member.make_reset_link",
      resource: { type: "member", id: member.id },
    }),
  ]);
  return { token, expires_at: row.expires_at };
}

/** @throws ProblemError `link_invalid`. */
export async function previewReset(deps: MemberDeps, token: string): Promise<ResetPreview> {
  const { email } = (await findReset(deps, token)).member;
  return { email };
}

async function findReset({ clock, store }: MemberDeps, token: string) {
  const link = await activeLink(store.db, "reset", hashToken(token), clock.now());
  const member = link?.member_id == null ? undefined : await memberById(store.db, link.member_id);
  if (link === undefined || member === undefined) throw linkInvalid();
  return { link, member };
}

/**
 * Sets a new password through a reset link and ends all of the member's sessions.
 *
 * @throws ProblemError `link_invalid`, or `body_invalid` for a common password.
 */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<void> {
  const { store } = deps;
  const { link, member } = await findReset(deps, token);
  const password_hash = await newHash(deps, password, member.email);
  const written = await store.write([
    { query: consumeLink(store.db, link), expect: 1 },
    { query: setPassword(store.db, member.id, password_hash), expect: 1 },
    { query: deleteSignInsOf(store.db, member.id) },
    auditStatement(deps, {
      member_id: member.id,
      action: "member.reset_password",
      resource: { type: "member", id: member.id },
    }),
  ]);
  if (written.outcome === "unmet") throw linkInvalid();
  deps.renewMember(member.id);
}

/**
 * Replaces the password of a member who gives the current one. Ends the member's other sessions.
 *
 * @throws ProblemError `password_wrong`, `rate_limited`, or `body_invalid`.
 */
export async function changePassword(
  deps: Deps & { readonly sign_ins: SignIns },
  member: SignedInMember,
  change: { readonly current_password: string; readonly password: string },
  caller: Caller,
): Promise<void> {
  const { store, sign_ins } = deps;
  const { member_id } = member;
  await sign_ins.assertPassword(member, change.current_password, caller);
  const password_hash = await newHash(deps, change.password, member.email);
  await store.write([
    { query: setPassword(store.db, member_id, password_hash), expect: 1 },
    { query: deleteSignInsOf(store.db, member_id, member.sign_in_id) },
    { query: deleteResetLinks(store.db, member_id) },
    auditStatement(deps, { member_id, action: "member.change_password", resource: { type: "member", id: member_id } }),
  ]);
  deps.renewMember(member_id);
}

async function newHash({ passwords }: MemberDeps, password: string, email: string): Promise<string> {
  const problem = await passwordProblem(password, email);
  if (problem === undefined) return await passwords.hash(password);
  throw new ProblemError("body_invalid", problem, { fields: [{ pointer: "/password", message: problem }] });
}
