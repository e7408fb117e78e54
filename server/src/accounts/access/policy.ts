import type { Role } from "@fanfare/contract/schema/accounts/sign-in";

/**
 * Roles allowed for each action. Every `/api` route checks this table.
 *
 * @example
 * isRoleAllowed("viewer", "content.publish"); // false
 */
export const POLICY = {
  "self.read": ["owner", "admin", "editor", "viewer"],
  "self.sign_out": ["owner", "admin", "editor", "viewer"],
  "app.read": ["owner", "admin", "editor", "viewer"],
  "app.create": ["owner", "admin"],
  "app.write": ["owner", "admin"],
  // Deleting an app erases all data about its people.
  "app.delete": ["owner"],
  "secret.read": ["owner", "admin"],
  "secret.write": ["owner", "admin"],
  "content.read": ["owner", "admin", "editor", "viewer"],
  "content.write": ["owner", "admin", "editor"],
  "content.publish": ["owner", "admin", "editor"],
  "comment.write": ["owner", "admin", "editor", "viewer"],
  "person.read": ["owner", "admin", "editor", "viewer"],
  "person.write": ["owner", "admin", "editor"],
  // Exports or permanently deletes all data about a person.
  "person.erase": ["owner", "admin"],
  "segment.write": ["owner", "admin", "editor"],
  "theme.write": ["owner", "admin", "editor"],
  "self.write": ["owner", "admin", "editor", "viewer"],
  "member.read": ["owner", "admin", "editor", "viewer"],
  "member.write": ["owner", "admin"],
  // Whoever changes a role changes what its members may do.
  "role.write": ["owner"],
  // Owner invitations and reset links are sent by email, so control of the mail server means owner access.
  "mail.read": ["owner"],
  "mail.write": ["owner"],
  // Control of the identity provider allows signing in as any member.
  "single_sign_on.read": ["owner"],
  "single_sign_on.write": ["owner"],
  // A provisioning service can create admins.
  "scim.write": ["owner"],
  "audit.read": ["owner", "admin"],
  "health.read": ["owner", "admin"],
  // Stops a server.
  "node.drain": ["owner", "admin"],
  // Backups contain everything, including password hashes.
  "backup.read": ["owner"],
  "backup.write": ["owner"],
  "metrics.read": ["owner", "admin"],
  "token.read": ["owner", "admin"],
  "token.write": ["owner", "admin"],
  "event.write": ["owner", "admin", "editor"],
  "analytics.read": ["owner", "admin", "editor", "viewer"],
  // Exports contain all data about all people.
  "export.read": ["owner", "admin"],
  "dashboard.read": ["owner", "admin", "editor", "viewer"],
  "dashboard.write": ["owner", "admin", "editor"],
  // Shows numbers of the app to people who aren't members.
  "dashboard.share": ["owner", "admin", "editor"],
  "goal.read": ["owner", "admin", "editor", "viewer"],
  "goal.write": ["owner", "admin", "editor"],
  "tracker.read": ["owner", "admin", "editor", "viewer"],
  "tracker.write": ["owner", "admin", "editor"],
  "tracker.publish": ["owner", "admin", "editor"],
  "live_update.read": ["owner", "admin", "editor", "viewer"],
  "live_update.send": ["owner", "admin", "editor"],
  "channel.read": ["owner", "admin", "editor", "viewer"],
  // Channel events can contain private messages of people and backends.
  "channel.listen": ["owner", "admin"],
  "channel.publish": ["owner", "admin"],
  // Webhook URLs often contain a key of the receiver, and bodies can contain private messages.
  "webhook.read": ["owner", "admin"],
  "webhook.write": ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof POLICY;

// Cast: Object.keys loses the key type.
export const ACTIONS = Object.keys(POLICY) as readonly Action[];

export function isAction(text: string): text is Action {
  return text in POLICY;
}

/** About the workspace, or for owners only. Custom roles of an app don't contain them. */
const WORKSPACE_NOUNS: ReadonlySet<string> = new Set([
  ...[
    "self",
    "member",
    "role",
    "mail",
    "single_sign_on",
    "scim",
    "audit",
    "health",
    "node",
    "backup",
    "metrics",
    "token",
  ],
]);
const WORKSPACE_ACTIONS: ReadonlySet<Action> = new Set(["app.create", "app.delete"]);

/** What a custom role can contain. */
export const APP_ACTIONS = ACTIONS.filter(
  (action) => !WORKSPACE_NOUNS.has(action.split(".")[0] ?? "") && !WORKSPACE_ACTIONS.has(action),
);

export function isRoleAllowed(role: Role, action: Action): boolean {
  const roles: readonly Role[] = POLICY[action];
  return roles.includes(role);
}
