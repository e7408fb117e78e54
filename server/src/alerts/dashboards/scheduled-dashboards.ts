import { limits } from "@fanfare/contract/limits";
import type { DashboardEmailFailure } from "@fanfare/contract/schema/analytics/dashboard-email";
import { accessOf, isMemberAllowed } from "../../accounts/access/member-access.ts";
import { unsubscribeToken } from "../../accounts/notifications/unsubscribe-links.ts";
import { nextEmailMs, scheduleOf } from "../../analytics/dashboard-emails.ts";
import { presentDashboard } from "../../analytics/dashboards.ts";
import { fullDays, readFigures } from "../../analytics/figures/read-figures.ts";
import type { RepeatedWork } from "../../lib/repeat.ts";
import type { Email } from "../../mail/email-templates.ts";
import { activeMemberRole } from "../../store/statements/accounts/members.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import {
  type DashboardEmailRow,
  type DashboardRecipientRow,
  dueDashboardEmails,
  moveRecipient,
  recipientsOf,
  updateDashboardEmail,
} from "../../store/statements/analytics/dashboard-emails.ts";
import { dashboardsOf } from "../../store/statements/analytics/dashboards.ts";
import type { AlertEmailDeps } from "../emails/alert-emails.ts";
import { dashboardEmail } from "./dashboard-email.ts";

export interface ScheduledDashboardsDeps extends AlertEmailDeps {
  /** Updates open consoles. */
  readonly notifySoon: () => void;
}

/**
 * Sends emails of dashboards that are due. Each recipient is claimed before their email is sent, so that no one gets one
 * twice after a restart. What became due while no server ran is sent once.
 */
export function scheduledDashboards(deps: ScheduledDashboardsDeps): RepeatedWork {
  const { clock, store } = deps;
  return {
    interval_ms: limits.dashboard_email_interval_ms,
    failure: "dashboard_emails_failed",
    async run() {
      const due = await dueDashboardEmails(store.db, clock.now(), limits.dashboard_email_batch);
      for (const row of due) await sendDue(deps, row);
      if (due.length > 0) deps.notifySoon();
    },
  };
}

async function sendDue(deps: ScheduledDashboardsDeps, row: DashboardEmailRow): Promise<void> {
  const { clock, log, store } = deps;
  const failure = await sendToRecipients(deps, row);
  const now_ms = clock.now();
  const attempts = row.attempts + 1;
  const repeats = failure !== undefined && failure !== "not_allowed" && attempts < limits.dashboard_email_attempts_max;
  if (failure !== undefined) log.warn("dashboard_email_not_sent", { id: row.id, failure, attempts });
  const next_at = nextEmailMs(scheduleOf(row), row.time_zone, now_ms);
  const change = repeats
    ? { due_at: now_ms + limits.dashboard_email_retry_ms, attempts, failure }
    : { next_at, due_at: next_at, attempts: 0, failure: failure ?? null };
  const sent = failure === undefined ? { last_sent_at: now_ms } : {};
  await store.write([{ query: updateDashboardEmail(store.db, row, { ...change, ...sent }), expect: 1 }]);
}

/** Why not all recipients got it. Undefined: they did. */
async function sendToRecipients(
  deps: ScheduledDashboardsDeps,
  row: DashboardEmailRow,
): Promise<DashboardEmailFailure | undefined> {
  const { clock, store, public_url } = deps;
  const { app_id, dashboard_id, language, days, next_at } = row;
  if (public_url === undefined) return "no_public_url";
  const dashboard = (await dashboardsOf(store.db, app_id)).find(({ id }) => id === dashboard_id);
  const author = await authorOf(deps, row);
  // Apps that are being deleted aren't listed.
  const app = deps.apps.all().find(({ id }) => id === app_id);
  if (app === undefined || dashboard === undefined || !author.may_write) return "not_allowed";
  const waiting = (await recipientsOf(store.db, row.id)).filter(({ sent_for }) => (sent_for ?? 0) < next_at);
  if (waiting.length === 0) return undefined;
  const period = fullDays(next_at, days);
  const { charts, name } = presentDashboard(dashboard);
  const figures = await readFigures({ store, now_ms: clock.now() }, charts, { ...period, app_id, language });
  const known = { language, name, period, figures, workspace: await workspaceName(store.db) };
  const url = `${public_url}/console/${app_id}/analytics?tab=dashboards&dashboard=${dashboard_id}`;
  const failures = new Set<DashboardEmailFailure>();
  for (const recipient of waiting) {
    const { id, email: to, member_id } = recipient;
    const may_receive = member_id === null ? author.may_share : await mayRead(deps, row, recipient);
    if (!may_receive) {
      failures.add("not_allowed");
      continue;
    }
    const unsubscribe_url = `${public_url}/api/unsubscribe?token=${await unsubscribeToken(deps.vault, id)}`;
    const email = dashboardEmail({ ...known, to, url: member_id === null ? undefined : url, unsubscribe_url });
    const failure = await sendTo(deps, row, recipient, email);
    if (failure !== undefined) failures.add(failure);
  }
  // Those that a later attempt can mend come first.
  return [...failures].toSorted((one, other) => Number(one === "not_allowed") - Number(other === "not_allowed"))[0];
}

/** What the author may do now. An operator's token has every permission. */
async function authorOf(
  { store }: ScheduledDashboardsDeps,
  { app_id, member_id }: DashboardEmailRow,
): Promise<{ readonly may_write: boolean; readonly may_share: boolean }> {
  if (member_id === null) return { may_write: true, may_share: true };
  const role = await activeMemberRole(store.db, member_id);
  if (role === undefined) return { may_write: false, may_share: false };
  const access = await accessOf(store.db, { id: member_id, role });
  return {
    may_write: isMemberAllowed(access, "dashboard.write", app_id),
    may_share: isMemberAllowed(access, "dashboard.share", app_id),
  };
}

async function mayRead(
  { store }: ScheduledDashboardsDeps,
  { app_id }: DashboardEmailRow,
  { member_id }: DashboardRecipientRow,
): Promise<boolean> {
  const role = member_id === null ? undefined : await activeMemberRole(store.db, member_id);
  if (member_id === null || role === undefined) return false;
  const access = await accessOf(store.db, { id: member_id, role });
  return isMemberAllowed(access, "dashboard.read", app_id) && isMemberAllowed(access, "analytics.read", app_id);
}

/** Undefined also if another process was faster. */
async function sendTo(
  { store, mailer }: ScheduledDashboardsDeps,
  { next_at }: DashboardEmailRow,
  recipient: DashboardRecipientRow,
  email: Email,
): Promise<DashboardEmailFailure | undefined> {
  const claimed = await store.write([{ query: moveRecipient(store.db, recipient, next_at), expect: 1 }]);
  if (claimed.outcome !== "committed") return undefined;
  const sent = await mailer.deliver(email);
  if (sent.state === "sent") return undefined;
  const back = moveRecipient(store.db, { id: recipient.id, sent_for: next_at }, recipient.sent_for);
  await store.write([{ query: back }]);
  return sent.state === "off" ? "mail_off" : "mail_refused";
}
