import { ProblemError } from "@fanfare/contract/problem";
import { closestMatch } from "../../lib/closest-match.ts";
import { ACTIONS, type Action } from "./policy.ts";

/** `self.*` actions require a signed-in member, so no scope covers them. */
const SCOPES = ACTIONS.filter((action) => !action.startsWith("self."));

/**
 * Whether a token with this scope is allowed to perform the action.
 *
 * @example
 * scopeAllows("content.*", "content.publish"); // true
 */
export function scopeAllows(scope: string, action: Action): boolean {
  if (action.startsWith("self.")) return false;
  if (scope === "*") return true;
  const [noun, verb] = scope.split(".");
  const [action_noun, action_verb] = action.split(".");
  return (noun === "*" || noun === action_noun) && (verb === "*" || verb === action_verb);
}

export function scopeActions(scopes: readonly string[]): readonly Action[] {
  return SCOPES.filter((action) => scopes.some((scope) => scopeAllows(scope, action)));
}

/** @throws ProblemError `body_invalid` for a scope that matches no action. The message suggests the closest one. */
export function assertScopes(scopes: readonly string[]): void {
  for (const [index, scope] of scopes.entries()) {
    if (scopeActions([scope]).length > 0) continue;
    const near = closestMatch(scope, SCOPES);
    const hint = near === undefined ? `Available scopes: ${SCOPES.join(", ")}.` : `Did you mean ${near}?`;
    const message = `Unknown scope: ${scope}. ${hint}`;
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: `/scopes/${index}`, message }] });
  }
}
