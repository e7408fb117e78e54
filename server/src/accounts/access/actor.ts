import type { ApiTokenId, MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { SignedInMember } from "../sign-in/sign-in.ts";
import { type Action, assertRoleAllowed, isRoleAllowed } from "./policy.ts";
import { scopeActions, scopeAllows } from "./scopes.ts";

/** Who calls `/api`: a member who is signed in, or a script with an API token. */
export interface Actor {
  /** Whose work it is, in the audit log and beside what is changed; null: a token of the operator. */
  readonly member_id: MemberId | null;
  /** Undefined for a member who is signed in. */
  readonly token_id: ApiTokenId | undefined;
  /** What the actor may do at most; a token of the operator stands above all roles, as its command does. */
  readonly role: Role;
  /** Undefined: everything that the role may do. */
  readonly scopes: readonly string[] | undefined;
  /** Undefined for a token: what is a member's own needs the member. */
  readonly signed_in: SignedInMember | undefined;
}

export function isActorAllowed({ role, scopes }: Actor, action: Action): boolean {
  return isRoleAllowed(role, action) && (scopes === undefined || scopes.some((scope) => scopeAllows(scope, action)));
}

/** @throws ProblemError `role_insufficient` or `scope_insufficient`, with what would do. */
export function assertActorAllowed(actor: Actor, action: Action): void {
  if (actor.scopes !== undefined && action.startsWith("self.")) throw memberRequired();
  assertRoleAllowed(actor.role, action);
  if (isActorAllowed(actor, action)) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token has the scopes ${actor.scopes?.join(", ")}, and this call requires ${action}. Create a token with that scope.`,
  );
}

/**
 * Whoever becomes a member, or is let into the account of one, may do all that the role may: a token leads there only where
 * it could do as much by itself.
 *
 * @throws ProblemError `scope_insufficient`.
 */
export function assertMayGrantRole(actor: Actor, role: Role): void {
  if (actor.scopes === undefined) return;
  const beyond = scopeActions(["*"]).find((action) => isRoleAllowed(role, action) && !isActorAllowed(actor, action));
  if (beyond === undefined) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token doesn't allow ${beyond}, so it can't grant the role ${role}. Sign in, or create a token with all scopes of that role.`,
  );
}

/** @throws ProblemError `scope_insufficient` for a token. */
export function signedInMember({ signed_in }: Actor): SignedInMember {
  if (signed_in === undefined) throw memberRequired();
  return signed_in;
}

function memberRequired(): ProblemError {
  return new ProblemError(
    "scope_insufficient",
    "API tokens can't use this call because it's about the signed-in member. Sign in.",
  );
}
