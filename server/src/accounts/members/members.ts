import { newId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import {
  anyMember,
  deleteSetupLinks,
  insertFirstMember,
  type MemberRow,
} from "../../store/statements/accounts/members.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { type Passwords, passwordProblem } from "../sign-in/passwords.ts";

export interface MemberDeps extends WriteDeps {
  readonly passwords: Passwords;
}

export interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/**
 * Returns the row of a new member.
 *
 * @throws ProblemError `body_invalid` for a common password.
 */
export async function memberRow(deps: MemberDeps, member: NewMember): Promise<MemberRow> {
  const problem = await passwordProblem(member.password, member.email);
  if (problem !== undefined) {
    throw new ProblemError("body_invalid", problem, { fields: [{ pointer: "/password", message: problem }] });
  }
  return {
    id: newId("mem", deps.clock, deps.rng),
    email: member.email.toLowerCase(),
    name: member.name,
    role: member.role,
    password_hash: await deps.passwords.hash(member.password),
    created_at: deps.clock.now(),
  };
}

/**
 * Creates a member for an operator command.
 *
 * @throws ProblemError `email_taken`.
 */
export async function createMember(deps: MemberDeps, member: NewMember): Promise<MemberRow> {
  const row = await memberRow(deps, member);
  try {
    await deps.store.write([
      { query: insertRow(deps.store.db, "members", row), expect: 1 },
      { query: deleteSetupLinks(deps.store.db) },
      memberCreatedStatement(deps, row, "command"),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ProblemError("email_taken", `${row.email} is already a member. Use another email address.`);
  }
  return row;
}

/** Creates the configured owner if there are no members. Returns true if this call created it. */
export async function ensureOwner(
  deps: MemberDeps,
  owner: { readonly email: string; readonly password: string },
): Promise<boolean> {
  if (await anyMember(deps.store.db)) return false;
  const name = owner.email.split("@")[0] ?? owner.email;
  const row = await memberRow(deps, { ...owner, name, role: "owner" });
  const result = await deps.store.write([
    { query: insertFirstMember(deps.store.db, row), expect: 1 },
    { query: deleteSetupLinks(deps.store.db) },
    memberCreatedStatement(deps, row, "configuration"),
  ]);
  return result.outcome === "committed";
}

/** Audit entry of a member's creation. `by`: setup link, configuration, command, invitation, or provider. */
export function memberCreatedStatement(
  deps: Pick<MemberDeps, "clock" | "rng" | "store">,
  row: MemberRow,
  by: "setup" | "configuration" | "command" | "invite" | "provider",
) {
  return auditStatement(deps, {
    member_id: by === "configuration" || by === "command" ? null : row.id,
    action: "member.create",
    resource: { type: "member", id: row.id },
    detail: { role: row.role, by },
  });
}
