import { ProblemError } from "@fanfare/contract/problem";
import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";

/**
 * Who may do what: the one table, asked by every route of `/api`.
 *
 * @example
 * mayDo("viewer", "content.publish"); // false
 */
export const POLICY = {
  "self.read": ["owner", "admin", "editor", "viewer"],
  "self.sign_out": ["owner", "admin", "editor", "viewer"],
  "app.read": ["owner", "admin", "editor", "viewer"],
  "app.write": ["owner", "admin"],
  // Whoever can delete an app can erase everything that people did in it.
  "app.delete": ["owner"],
  "secret.read": ["owner", "admin"],
  "secret.write": ["owner", "admin"],
  "content.read": ["owner", "admin", "editor", "viewer"],
  "content.write": ["owner", "admin", "editor"],
  "content.publish": ["owner", "admin", "editor"],
  "person.read": ["owner", "admin", "editor", "viewer"],
  "person.write": ["owner", "admin", "editor"],
  // All of a person at once: taken along, or gone for good.
  "person.erase": ["owner", "admin"],
  "segment.write": ["owner", "admin", "editor"],
  "theme.write": ["owner", "admin", "editor"],
  "self.write": ["owner", "admin", "editor", "viewer"],
  "member.read": ["owner", "admin", "editor", "viewer"],
  "member.write": ["owner", "admin"],
  // By mail goes what makes an owner: who chooses the mail server could read it.
  "mail.read": ["owner"],
  "mail.write": ["owner"],
  // Who chooses the provider could let anybody in as any member.
  "single_sign_on.read": ["owner"],
  "single_sign_on.write": ["owner"],
  "audit.read": ["owner", "admin"],
  "health.read": ["owner", "admin"],
  // All that there is, password hashes included.
  "backup.read": ["owner"],
  "backup.write": ["owner"],
  "metrics.read": ["owner", "admin"],
  "token.read": ["owner", "admin"],
  "token.write": ["owner", "admin"],
  "event.write": ["owner", "admin", "editor"],
  "analytics.read": ["owner", "admin", "editor", "viewer"],
  // Everything that is known of everybody.
  "export.read": ["owner", "admin"],
  "goal.read": ["owner", "admin", "editor", "viewer"],
  "goal.write": ["owner", "admin", "editor"],
  "live_update.read": ["owner", "admin", "editor", "viewer"],
  "live_update.send": ["owner", "admin", "editor"],
  "channel.read": ["owner", "admin", "editor", "viewer"],
  // What people and back ends say to each other.
  "channel.listen": ["owner", "admin"],
  "channel.publish": ["owner", "admin"],
  // The URLs often hold a key of the receiver, and the bodies what people said to each other.
  "webhook.read": ["owner", "admin"],
  "webhook.write": ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof POLICY;

export function isRoleAllowed(role: Role, action: Action): boolean {
  const roles: readonly Role[] = POLICY[action];
  return roles.includes(role);
}

/** @throws ProblemError `role_insufficient`, which names the roles that would do. */
export function assertRoleAllowed(role: Role, action: Action): void {
  if (isRoleAllowed(role, action)) return;
  const able = ROLES.filter((each) => isRoleAllowed(each, action)).join(", ");
  throw new ProblemError(
    "role_insufficient",
    `Your role is ${role}. This requires one of these roles: ${able}. Ask an owner or admin of this workspace.`,
  );
}
