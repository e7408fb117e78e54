import type { AppId } from "@fanfare/contract/lib/ids";
import { isQuiet } from "@fanfare/contract/lib/quiet-hours";
import { wallTime } from "@fanfare/contract/lib/wall-clock";
import { accessOf, isMemberAllowed } from "../../accounts/access/member-access.ts";
import { parseNotificationSettings } from "../../accounts/notifications/notification-settings.ts";
import { unsubscribeToken } from "../../accounts/notifications/unsubscribe-links.ts";
import { allSubscribers, type SubscriberRow, setSummaryWeek } from "../../store/statements/accounts/notifications.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import { type AlertRow, openAlerts } from "../../store/statements/analytics/alerts.ts";
import { mayReadAlert } from "../alert-access.ts";
import { alertValues } from "../alert-values.ts";
import type { AlertEmailDeps } from "../emails/alert-emails.ts";
import { summaryEmail } from "./summary-text.ts";
import { readWeekReport } from "./week-report.ts";

const MONDAY = 1;
const TUESDAY = 2;
const SENT_FROM = "08:00";

/** Sends the weekly summaries that are due. A server that was stopped on Monday sends them on Tuesday. */
export async function sendWeeklySummaries(deps: AlertEmailDeps): Promise<void> {
  const { clock, store, public_url } = deps;
  if (public_url === undefined) return;
  const now_ms = clock.now();
  const due = (await allSubscribers(store.db)).flatMap((row) => {
    const week = dueWeek(row, now_ms);
    return week === undefined ? [] : [{ row, week }];
  });
  if (due.length === 0) return;
  const weeks = await readApps(deps, now_ms);
  const open = await openAlerts(store.db);
  for (const { row, week } of due) await sendSummary(deps, public_url, { row, week, weeks, open });
}

/** Monday of the week whose summary the member gets now. */
export function dueWeek(
  { settings, summary_week }: Pick<SubscriberRow, "settings" | "summary_week">,
  now_ms: number,
): string | undefined {
  const chosen = parseNotificationSettings(settings);
  const wall = wallTime(now_ms, chosen.time_zone);
  if (!chosen.weekly_summary || wall === undefined || isQuiet(chosen, now_ms)) return undefined;
  const { date, day, time } = wall;
  if (day > TUESDAY || (day === MONDAY && time < SENT_FROM)) return undefined;
  const monday = new Date(`${date}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - (day - MONDAY));
  const week = monday.toISOString().slice(0, 10);
  return summary_week !== null && summary_week >= week ? undefined : week;
}

type AppWeeks = readonly (Parameters<typeof summaryEmail>[0]["apps"][number] & { readonly id: AppId })[];

async function readApps({ apps, store }: AlertEmailDeps, now_ms: number): Promise<AppWeeks> {
  const weeks = await Promise.all(
    apps.all().map(async ({ id, name, system }) => {
      const report = system ? undefined : await readWeekReport(store.db, id, now_ms);
      return report === undefined ? [] : [{ id, name, report }];
    }),
  );
  return weeks.flat();
}

interface DueSummary {
  readonly row: SubscriberRow;
  readonly week: string;
  readonly weeks: AppWeeks;
  readonly open: readonly AlertRow[];
}

async function sendSummary(
  deps: AlertEmailDeps,
  public_url: string,
  { row: { id, email, role, settings, summary_week }, week, weeks, open }: DueSummary,
): Promise<void> {
  const { log, store, mailer } = deps;
  const access = await accessOf(store.db, { id, role });
  const alerts = open.filter((alert) => mayReadAlert(access, alert));
  const apps = weeks.filter((app) => isMemberAllowed(access, "analytics.read", app.id));
  const claim = setSummaryWeek(store.db, id, { from: summary_week, week });
  const claimed = await store.write([{ query: claim, expect: 1 }]);
  // Another process was faster, or nothing happened.
  if (claimed.outcome !== "committed" || (apps.length === 0 && alerts.length === 0)) return;
  const sent = await mailer.deliver(
    summaryEmail({
      ...{ to: email, language: parseNotificationSettings(settings).language, apps },
      workspace: await workspaceName(store.db),
      alerts: alerts.map((row) => ({ kind: row.kind, values: alertValues(row) })),
      console_url: `${public_url}/console/`,
      unsubscribe_url: `${public_url}/api/unsubscribe?token=${await unsubscribeToken(deps.vault, id)}`,
    }),
  );
  if (sent.state === "sent") return;
  log.warn("weekly_summary_not_sent", { member_id: id, state: sent.state });
  await store.write([{ query: setSummaryWeek(store.db, id, { from: week, week: summary_week }) }]);
}
