import type { AlertKind } from "@fanfare/contract/alerts/alert";
import type { AppId, ContentId, ReceiverId } from "@fanfare/contract/lib/ids";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { AlertValues } from "@fanfare/contract/wording/alerts";
import { isTargetAlerting } from "../analytics/reports/funnel-count.ts";
import { receiverName } from "../analytics/reports/receiver-name.ts";
import type { WebhookRow } from "../store/statements/realtime/webhooks.ts";

/** What a rule found about one subject. `unknown`: too little is known, so an open alert stays open. */
export interface Finding {
  readonly kind: AlertKind;
  readonly state: "firing" | "healthy" | "unknown";
  /** Null: the server. */
  readonly app_id: AppId | null;
  readonly content_id: ContentId | null;
  readonly step_id: string | null;
  readonly receiver_id: ReceiverId | null;
  readonly values: AlertValues;
}

/** The same for the same problem, so that it's never open twice. */
export function alertKey({
  kind,
  app_id,
  content_id,
  step_id,
  receiver_id,
}: Omit<Finding, "state" | "values">): string {
  return [kind, app_id, content_id, step_id, receiver_id].filter((part) => part !== null).join(" ");
}

const NOTHING = { content_id: null, step_id: null, receiver_id: null } as const;

export interface StepFacts {
  readonly app_id: AppId;
  readonly content_id: ContentId;
  readonly name: string;
  readonly step_id: string;
  /** As people see it: 1 is the first. Without it, the ID is shown. */
  readonly number: number | undefined;
  /** Since the version was published, at most `limits.target_alert_days`. */
  readonly seen: number;
  readonly missing: number;
}

/** A share of views without the target. After a new version, only its own views count. */
export function targetFinding({ app_id, content_id, name, step_id, number, seen, missing }: StepFacts): Finding {
  const views = seen + missing;
  const firing = isTargetAlerting({ seen, missing });
  return {
    ...{ kind: "target_lost", app_id, content_id, step_id, receiver_id: null },
    state: firing ? "firing" : views < limits.target_alert_views_min ? "unknown" : "healthy",
    values: {
      ...{ content: name, step: number ?? step_id, missing, views },
      ...{ percent: percent(missing, views), days: limits.target_alert_days },
    },
  };
}

interface ViewCounts {
  readonly views: number;
  readonly completed: number;
}

export interface CompletionFacts {
  readonly app_id: AppId;
  readonly content_id: ContentId;
  readonly name: string;
  readonly recent: ViewCounts;
  readonly earlier: ViewCounts;
}

/** Compares a tour's completion with its own history. */
export function completionFinding({ app_id, content_id, name, recent, earlier }: CompletionFacts): Finding {
  const enough = Math.min(recent.views, earlier.views) >= limits.completion_alert_views_min && earlier.completed > 0;
  const halved =
    enough && recent.completed / recent.views <= (earlier.completed / earlier.views) * limits.completion_alert_share;
  return {
    ...{ ...NOTHING, kind: "completion_halved", app_id, content_id },
    state: halved ? "firing" : enough ? "healthy" : "unknown",
    values: {
      ...{ content: name, percent: percent(recent.completed, recent.views), views: recent.views },
      ...{ earlier_percent: percent(earlier.completed, earlier.views), earlier_views: earlier.views },
      ...{ days: limits.completion_alert_days, earlier_days: limits.completion_alert_earlier_days },
    },
  };
}

/** A webhook or destination whose attempts fail, and one that was turned off because of that. */
export function receiverFindings(
  row: Pick<WebhookRow, "id" | "app_id" | "name" | "url" | "enabled" | "failing_since" | "stopped_at">,
  now_ms: number,
): readonly Finding[] {
  const { id, app_id, name, url, enabled, failing_since, stopped_at } = row;
  const subject = { ...NOTHING, app_id, receiver_id: id };
  const receiver = receiverName({ name, url });
  if (stopped_at !== null) {
    const days = Math.round(limits.webhook_failing_ms_max / DAY_MS);
    return [{ ...subject, kind: "deliveries_stopped", state: "firing", values: { receiver, days } }];
  }
  // Turned off by a member: nothing is sent, so nothing fails.
  if (enabled === 0) return [];
  const is_late = failing_since !== null && failing_since < now_ms - limits.webhook_alert_ms;
  const values = { receiver, minutes: Math.round(limits.webhook_alert_ms / MINUTE_MS) };
  const state = is_late ? "firing" : failing_since === null ? "healthy" : "unknown";
  return [{ ...subject, kind: "deliveries_failing", state, values }];
}

export interface BackupFacts {
  readonly interval_hours: number;
  readonly last_at: number;
  /** Whether the last one of this process failed. */
  readonly failed: boolean;
  /** Since when this process backs up. */
  readonly started_at: number;
}

/** Undefined facts: automatic backups are off, so nothing is expected. */
export function backupFindings(facts: BackupFacts | undefined, now_ms: number): readonly Finding[] {
  if (facts === undefined) return [];
  const { interval_hours, last_at, failed, started_at } = facts;
  const subject = { ...NOTHING, app_id: null };
  const hours = interval_hours * limits.backup_overdue_intervals;
  // A server that was stopped makes its backup soon after its start.
  const is_overdue = now_ms - Math.max(last_at, started_at) > hours * HOUR_MS;
  const is_recent = now_ms - last_at <= hours * HOUR_MS;
  const made = last_at >= started_at;
  return [
    // After a restart, only a new backup shows that it works again.
    { ...subject, kind: "backup_failed", state: failed ? "firing" : made ? "healthy" : "unknown", values: {} },
    {
      ...subject,
      kind: "backup_overdue",
      state: is_overdue ? "firing" : is_recent ? "healthy" : "unknown",
      values: { hours },
    },
  ];
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}
