import type { ApiTokenId, MemberId } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/api";
import { type Action, assertMay, mayDo } from "./policy.ts";
import { actionsOf, scopeAllows } from "./scopes.ts";
import type { SignedInMember } from "./sign-in.ts";

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

export function mayActor({ role, scopes }: Actor, action: Action): boolean {
  return mayDo(role, action) && (scopes === undefined || scopes.some((scope) => scopeAllows(scope, action)));
}

/** @throws ProblemError `role_insufficient` or `scope_insufficient`, with what would do. */
export function assertActorMay(actor: Actor, action: Action): void {
  if (actor.scopes !== undefined && action.startsWith("self.")) throw needsMember();
  assertMay(actor.role, action);
  if (mayActor(actor, action)) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token has ${actor.scopes?.join(", ")}, and this needs ${action}. Make a token with that scope.`,
  );
}

/**
 * Whoever becomes a member, or is let into the account of one, may do all that the role may: a token leads there only where
 * it could do as much by itself.
 *
 * @throws ProblemError `scope_insufficient`.
 */
export function assertMayLeadTo(actor: Actor, role: Role): void {
  if (actor.scopes === undefined) return;
  const beyond = actionsOf(["*"]).find((action) => mayDo(role, action) && !mayActor(actor, action));
  if (beyond === undefined) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token may not do ${beyond}, so it lets nobody in as ${role}, who may. Sign in, or make a token with all that the role may do.`,
  );
}

/** @throws ProblemError `scope_insufficient` for a token. */
export function signedInMember({ signed_in }: Actor): SignedInMember {
  if (signed_in === undefined) throw needsMember();
  return signed_in;
}

function needsMember(): ProblemError {
  return new ProblemError(
    "scope_insufficient",
    "This is about the member who is signed in, and a token is nobody. Sign in.",
  );
}
