import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Statement, Store } from "../../store/store.ts";
import { auditedToken } from "./audit-origin.ts";

const AUDITED_ACTIONS = [
  "app.create",
  "app.delete",
  "app.export",
  "app.revoke_secret",
  "app.rotate_secret",
  "app.update",
  "channel.publish",
  "content.approve",
  "content.archive",
  "content.comment",
  "content.create",
  "content.delete_comment",
  "content.promote",
  "content.publish",
  "content.pause",
  "content.resume",
  "content.request_review",
  "content.resolve_comments",
  "content.restore",
  "content.rollback",
  "content.schedule",
  "content.unpublish",
  "content.unschedule",
  "content.update",
  "content.withdraw_review",
  "backup.download",
  "backup.make",
  "builder.end",
  "builder.open",
  "cap_group.create",
  "cap_group.delete",
  "cap_group.update",
  "dashboard.create",
  "dashboard.cancel_email",
  "dashboard.change_email",
  "dashboard.delete",
  "dashboard.revoke_link",
  "dashboard.schedule_email",
  "dashboard.share",
  "dashboard.update",
  "debug_link.make",
  "group.put",
  "goal.create",
  "goal.delete",
  "goal.restore",
  "goal.update",
  "image.create",
  "image.delete",
  "live_update.cancel",
  "live_update.schedule",
  "live_update.send",
  "mail.delete",
  "mail.test",
  "mail.update",
  "member.change_password",
  "member.create",
  "member.deactivate",
  "member.end_sign_in",
  "member.end_two_factor",
  "member.invite",
  "member.link_identity",
  "member.make_reset_link",
  "member.reactivate",
  "member.remove",
  "member.reset_password",
  "member.revoke_invite",
  "member.set_notifications",
  "member.set_app_role",
  "member.set_role",
  "member.sign_in",
  "member.sign_out",
  "member.start_two_factor",
  "member.unlink_identity",
  "member.update",
  "membership.end",
  "membership.put",
  "node.drain",
  "person.erase",
  "person.import",
  "person.reset_content",
  "people_import.cancel",
  "people_import.end",
  "people_import.start",
  "person.update",
  "preview_link.create",
  "preview_link.revoke",
  "role.create",
  "role.delete",
  "role.update",
  "secret_key.prune",
  "secret_key.rotate",
  "segment.add_people",
  "segment.create",
  "segment.delete",
  "segment.remove_people",
  "segment.restore",
  "segment.update",
  "single_sign_on.delete",
  "single_sign_on.update",
  "suppression.put",
  "suppression.undo",
  "template.create",
  "template.delete",
  "template.update",
  "theme.choose",
  "theme.create",
  "theme.delete",
  "theme.restore",
  "theme.update",
  "token.create",
  "token.revoke",
  "destination.create",
  "destination.delete",
  "destination.replay",
  "destination.restore",
  "destination.stop",
  "destination.test",
  "destination.update",
  "tracker.create",
  "tracker.delete",
  "tracker.pause",
  "tracker.publish",
  "tracker.restore",
  "tracker.update",
  "webhook.create",
  "webhook.delete",
  "webhook.replay",
  "webhook.restore",
  "webhook.stop",
  "webhook.test",
  "webhook.update",
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

/** Audited action, with its actor and subject. `detail` holds what changed, never a secret. */
export interface AuditNote {
  /** Null: the server itself, or an operator command. */
  readonly member_id: MemberId | null;
  readonly action: AuditedAction;
  readonly resource: {
    readonly type:
      | "app"
      | "backup"
      | "cap_group"
      | "channel"
      | "content"
      | "dashboard"
      | "destination"
      | "group"
      | "image"
      | "invite"
      | "goal"
      | "live_update"
      | "mail"
      | "member"
      | "node"
      | "people_import"
      | "person"
      | "role"
      | "secret_key"
      | "segment"
      | "single_sign_on"
      | "suppression"
      | "template"
      | "theme"
      | "token"
      | "tracker"
      | "webhook";
    readonly id: string;
  };
  readonly app_id?: AppId;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the statement that writes an audit entry. Run it in the same batch as the audited change, so that both or
 * neither are stored.
 */
export function auditStatement(
  deps: { readonly clock: Pick<Clock, "now">; readonly rng: Pick<Rng, "bytes">; readonly store: Pick<Store, "db"> },
  note: AuditNote,
): Statement {
  const row = {
    id: newId("aud", deps.clock, deps.rng),
    at: deps.clock.now(),
    member_id: note.member_id,
    action: note.action,
    resource_type: note.resource.type,
    resource_id: note.resource.id,
    app_id: note.app_id ?? null,
    detail: toJson({ ...note.detail, ...auditedToken() }),
    seq: null,
    hash: null,
  };
  return { query: insertRow(deps.store.db, "audit_entries", row), expect: 1 };
}
