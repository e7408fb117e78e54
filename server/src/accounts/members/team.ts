import { isId, type MemberId, type SignInId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { deleteLinksOf, deleteResetLinks } from "../../store/statements/accounts/account-links.ts";
import { deleteAssignmentsOf } from "../../store/statements/accounts/custom-roles.ts";
import type { MemberRow } from "../../store/statements/accounts/members.ts";
import type { SignInRow } from "../../store/statements/accounts/sign-ins.ts";
import {
  deleteMember,
  deleteSignInById,
  deleteSignInsOf,
  memberById,
  membersAfter,
  setName,
  setRole,
  signInsOf,
  type TeamRow,
} from "../../store/statements/accounts/team.ts";
import { deleteIdentitiesOf } from "../../store/statements/identity/member-identities.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { type Actor, assertMayGrantRole } from "../access/actor.ts";
import { type AuditedAction, auditStatement } from "../audit/audit-entry.ts";
import { assertNotStale, stateTag } from "../edit-conflict.ts";

export interface TeamDeps extends WriteDeps {
  /** Re-checks the permissions of the member's open connections. */
  readonly renewMember: (member_id: MemberId) => void;
}

const SIGN_INS_SHOWN_MAX = 200;

export async function listMembers(
  { store }: Pick<TeamDeps, "store">,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: readonly TeamRow[]; readonly next: string | null }> {
  if (after !== undefined && !isId("mem", after)) return { rows: [], next: null };
  const rows = await membersAfter(store.db, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** @throws ProblemError `member_not_found`. */
export async function findMember({ store }: Pick<TeamDeps, "store">, id: string): Promise<MemberRow> {
  const row = isId("mem", id) ? await memberById(store.db, id) : undefined;
  if (row === undefined)
    throw new ProblemError("member_not_found", "Member not found. The member may have been removed.");
  return row;
}

/**
 * Only owners may create, change, or remove owners.
 *
 * @throws ProblemError `role_insufficient`.
 */
export function assertCanManage(actor: Pick<Actor, "role">, ...roles: readonly Role[]): void {
  if (actor.role === "owner" || !roles.includes("owner")) return;
  throw new ProblemError("role_insufficient", `Your role is ${actor.role}. Only an owner can do this to an owner.`);
}

/** ETag of a member's editable state, for `If-Match`. */
export function memberTag({ role }: Pick<MemberRow, "role">): string {
  return stateTag(role);
}

/**
 * Revokes links that the member created in the previous role, because the member could use them to regain it. Also
 * revokes the member's reset links, because their creators may not be allowed to sign in with the new role. `seen`: tag
 * of the role that the change is based on, if the caller passed one.
 *
 * @throws ProblemError `member_not_found`, `role_insufficient`, `scope_insufficient`, `owner_last`, or
 * `revision_stale`.
 */
export async function changeRole(
  deps: TeamDeps,
  actor: Actor,
  id: string,
  role: Role,
  seen: string | undefined,
): Promise<void> {
  const member = await findMember(deps, id);
  assertCanManage(actor, member.role, role);
  assertMayGrantRole(actor, role);
  assertNotStale(seen, memberTag(member));
  const { db } = deps.store;
  const change = [
    { query: setRole(db, member.id, role, member.role), expect: 1 },
    ...(role === "owner" ? [{ query: deleteAssignmentsOf(db, member.id) }] : []),
    ...revokeLinks(deps, member, role),
  ];
  await writeMember(deps, change, "member.set_role", actor, member, { role, was: member.role });
  deps.renewMember(member.id);
}

/**
 * Removes a member. Their sessions, tokens, live connections, and links end immediately; everything else they created
 * remains.
 *
 * @throws ProblemError `member_not_found`, `role_insufficient`, or `owner_last`.
 */
export async function removeMember(deps: TeamDeps, actor: Actor, id: string): Promise<void> {
  const member = await findMember(deps, id);
  assertCanManage(actor, member.role);
  const { email, role } = member;
  const removal = { query: deleteMember(deps.store.db, member.id), expect: 1 };
  await writeMember(deps, [...revokeLinks(deps, member), removal], "member.remove", actor, member, { email, role });
  deps.renewMember(member.id);
}

/** A new owner keeps the links that they created, because owners may create any link. */
function revokeLinks({ store: { db } }: TeamDeps, { id, role: was }: MemberRow, role?: Role): readonly Statement[] {
  if (role === was) return [];
  return [{ query: role === "owner" ? deleteResetLinks(db, id) : deleteLinksOf(db, id) }];
}

async function writeMember(
  deps: TeamDeps,
  change: readonly Statement[],
  action: AuditedAction,
  actor: Actor,
  { id, role }: MemberRow,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const written = await deps.store.write([...change, audit(deps, action, actor.member_id, id, detail)]);
  if (written.outcome === "committed") return;
  // Either a concurrent change, or the last owner.
  assertNotStale(memberTag({ role }), memberTag(await findMember(deps, id)));
  throw new ProblemError("owner_last", "This is the only owner. Give another member the owner role first.");
}

/**
 * Unlinks a member's identity-provider accounts and ends their sessions. The next provider account with the same
 * verified email address is linked to the member.
 *
 * @throws ProblemError `member_not_found` or `role_insufficient`.
 */
export async function unlinkIdentities(deps: TeamDeps, actor: Actor, id: string): Promise<void> {
  const member = await findMember(deps, id);
  assertCanManage(actor, member.role);
  await deps.store.write([
    { query: deleteIdentitiesOf(deps.store.db, member.id) },
    { query: deleteSignInsOf(deps.store.db, member.id) },
    audit(deps, "member.unlink_identity", actor.member_id, member.id, {}),
  ]);
  deps.renewMember(member.id);
}

export async function renameMember(deps: TeamDeps, member_id: MemberId, name: string): Promise<void> {
  await deps.store.write([
    { query: setName(deps.store.db, member_id, name), expect: 1 },
    audit(deps, "member.update", member_id, member_id, { name }),
  ]);
}

/** Returns a member's sessions, newest first. */
export function listSignIns({ store }: Pick<TeamDeps, "store">, member_id: MemberId): Promise<SignInRow[]> {
  return signInsOf(store.db, member_id, SIGN_INS_SHOWN_MAX);
}

/**
 * Ends one of a member's sessions and its live connections.
 *
 * @throws ProblemError `sign_in_not_found`.
 */
export async function endSignIn(deps: TeamDeps, by: MemberId | null, member_id: MemberId, id: string): Promise<void> {
  const written = isId("sgn", id)
    ? await deps.store.write([
        { query: deleteSignInById(deps.store.db, member_id, id), expect: 1 },
        audit(deps, "member.end_sign_in", by, member_id, { sign_in_id: id }),
      ])
    : undefined;
  if (written?.outcome !== "committed") {
    throw new ProblemError("sign_in_not_found", "This member has no such session. It may have expired.");
  }
  deps.renewMember(member_id);
}

export async function endOtherSignIns(deps: TeamDeps, member_id: MemberId, except: SignInId): Promise<void> {
  await deps.store.write([
    { query: deleteSignInsOf(deps.store.db, member_id, except) },
    audit(deps, "member.end_sign_in", member_id, member_id, { all_but: except }),
  ]);
  deps.renewMember(member_id);
}

function audit(
  deps: TeamDeps,
  action: AuditedAction,
  by: MemberId | null,
  member_id: MemberId,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id: by, action, resource: { type: "member", id: member_id }, detail });
}
