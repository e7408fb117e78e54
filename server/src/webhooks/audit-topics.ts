import type { WebhookTopic } from "@fanfare/contract/realtime/webhook-topics";
import type { AuditedAction } from "../accounts/audit/audit-entry.ts";

/** Audited actions that are facts for engagement webhooks. */
const TOPICS: Readonly<Partial<Record<AuditedAction, WebhookTopic>>> = {
  "person.erase": "person.erased",
  "content.promote": "content.published",
  "content.publish": "content.published",
  "content.unpublish": "content.unpublished",
  "content.pause": "content.paused",
  "content.resume": "content.resumed",
  "content.rollback": "content.rolled_back",
  "content.archive": "content.archived",
  "content.restore": "content.restored",
  "member.invite": "member.invited",
  "member.create": "member.created",
  "member.set_role": "member.role_changed",
  "member.remove": "member.removed",
  "app.rotate_secret": "app.secret_created",
  "app.revoke_secret": "app.secret_revoked",
  "token.create": "token.created",
  "token.revoke": "token.revoked",
};
const BY_ACTION = new Map<string, WebhookTopic>(Object.entries(TOPICS));

export const ACTIONS_WITH_TOPIC: readonly string[] = [...BY_ACTION.keys()];

export function topicOfAction(action: string): WebhookTopic | undefined {
  return BY_ACTION.get(action);
}
