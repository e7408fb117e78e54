import { ALERT_KINDS, type AlertKind } from "@fanfare/contract/alerts/alert";
import type { AppId } from "@fanfare/contract/lib/ids";
import { isMemberAllowed, type MemberAccess } from "../accounts/access/member-access.ts";
import type { Action } from "../accounts/access/policy.ts";

/** What a member must be allowed to do to learn of an alert. */
const ACCESS: Readonly<Record<AlertKind, Action>> = {
  target_lost: "analytics.read",
  completion_halved: "analytics.read",
  deliveries_failing: "webhook.read",
  deliveries_stopped: "webhook.read",
  backup_failed: "health.read",
  backup_overdue: "health.read",
};

/** Whether a member may learn of an alert. `app_id` null: about the server. */
export function mayReadAlert(
  access: MemberAccess,
  { kind, app_id }: { readonly kind: AlertKind; readonly app_id: AppId | null },
): boolean {
  return isMemberAllowed(access, ACCESS[kind], app_id ?? undefined);
}

export function alertKindsFor(isAllowed: (action: Action) => boolean): readonly AlertKind[] {
  return ALERT_KINDS.filter((kind) => isAllowed(ACCESS[kind]));
}
