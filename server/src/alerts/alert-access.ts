import { ALERT_KINDS, type AlertKind } from "@fanfare/contract/alerts/alert";
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

export function alertKindsFor(isAllowed: (action: Action) => boolean): readonly AlertKind[] {
  return ALERT_KINDS.filter((kind) => isAllowed(ACCESS[kind]));
}
