import type { ApiTokenId, MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { SignedInMember } from "../sign-in/sign-in.ts";
import { type Action, assertRoleAllowed, isRoleAllowed } from "./policy.ts";
import { scopeActions, scopeAllows } from "./scopes.ts";

/** Caller of `/api`: a signed-in member, or a script with an API token. */
export interface Actor {
  /** Member recorded in the audit log and on changed rows. Null for an operator's token. */
  readonly member_id: MemberId | null;
  /** Undefined for a signed-in member. */
  readonly token_id: ApiTokenId | undefined;
  /** Upper bound of the actor's permissions. An operator's token has the owner role, like the operator's commands. */
  readonly role: Role;
  /** Undefined: no limit beyond the role. */
  readonly scopes: readonly string[] | undefined;
  /** Undefined for a token: `self.*` actions require a signed-in member. */
  readonly signed_in: SignedInMember | undefined;
}

export function isActorAllowed({ role, scopes }: Actor, action: Action): boolean {
  return isRoleAllowed(role, action) && (scopes === undefined || scopes.some((scope) => scopeAllows(scope, action)));
}

/** @throws ProblemError `role_insufficient` or `scope_insufficient`. The message names the required role or scope. */
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
 * Refuses to let a token grant a role that allows more than the token itself.
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
