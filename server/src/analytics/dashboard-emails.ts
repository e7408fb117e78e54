import { type AppId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { instantOf, wallTime } from "@fanfare/contract/lib/wall-clock";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { DashboardEmailSchedule, NewDashboardEmail } from "@fanfare/contract/schema/analytics/dashboard-email";
import type { DashboardEmail } from "@fanfare/contract/schema/responses/analytics/dashboard-email";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { fromJson, toIso, toJson } from "../store/columns.ts";
import { membersForEmail } from "../store/statements/accounts/members.ts";
import {
  type DashboardEmailRow,
  type DashboardRecipientRow,
  dashboardEmailsOf,
  deleteDashboardEmail,
  deleteRecipient,
  recipientsOf,
  updateDashboardEmail,
} from "../store/statements/analytics/dashboard-emails.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { WriteDeps } from "../store/store.ts";
import { findDashboard } from "./dashboards.ts";

interface EmailedDashboard {
  readonly app_id: AppId;
  readonly dashboard_id: string;
  readonly member_id: MemberId | null;
}

/**
 * Schedules emails of a dashboard.
 *
 * @param mayShare Whether the caller may show the dashboard to people who aren't members.
 * @throws ProblemError `dashboard_not_found`, `dashboard_emails_full`, or `body_invalid` for addresses that the caller may
 * not add.
 */
export async function createDashboardEmail(
  deps: WriteDeps,
  { app_id, dashboard_id, member_id }: EmailedDashboard,
  input: NewDashboardEmail,
  mayShare: boolean,
): Promise<DashboardEmail> {
  const { clock, rng, store } = deps;
  const dashboard = await findDashboard(deps, app_id, dashboard_id);
  const { length } = await dashboardEmailsOf(store.db, dashboard.id);
  if (length >= limits.dashboard_emails_max) {
    throw new ProblemError(
      "dashboard_emails_full",
      `This dashboard has reached the limit of ${length} scheduled emails.`,
    );
  }
  const { schedule, time_zone, language, days, recipients } = input;
  if (!mayShare) await assertMembers(deps, recipients);
  const now_ms = clock.now();
  const id = newId("dse", clock, rng);
  const next_at = nextEmailMs(schedule, time_zone, now_ms);
  const row: DashboardEmailRow = {
    ...{ id, app_id, dashboard_id: dashboard.id, member_id, schedule: toJson(schedule), time_zone, language, days },
    ...{ next_at, due_at: next_at, attempts: 0, failure: null, last_sent_at: null, created_at: now_ms },
  };
  await store.write([
    { query: insertRow(store.db, "dashboard_emails", row), expect: 1 },
    ...insertRecipients(deps, id, recipients),
    auditStatement(deps, {
      ...{ member_id, action: "dashboard.schedule_email", resource: { type: "dashboard", id: dashboard.id }, app_id },
      detail: { name: dashboard.name, every: schedule.every, recipients: recipients.length },
    }),
  ]);
  return presentDashboardEmail(row, await recipientsOf(store.db, id));
}

/**
 * Changes scheduled emails of a dashboard. Another time applies from now on, and recipients who stay don't get the
 * email of a time twice.
 *
 * @param mayShare Whether the caller may show the dashboard to people who aren't members. Without it, they can keep and
 * remove such recipients, and the emails stay those of their author.
 * @throws ProblemError `dashboard_not_found`, `dashboard_email_not_found`, or `body_invalid` for addresses that the
 * caller may not add.
 */
export async function changeDashboardEmail(
  deps: WriteDeps,
  { app_id, dashboard_id, member_id }: EmailedDashboard,
  email_id: string,
  input: NewDashboardEmail,
  mayShare: boolean,
): Promise<DashboardEmail> {
  const { clock, store } = deps;
  const dashboard = await findDashboard(deps, app_id, dashboard_id);
  for (let attempt = 1; attempt <= CHANGE_ATTEMPTS_MAX; attempt++) {
    const row = (await dashboardEmailsOf(store.db, dashboard.id)).find(({ id }) => id === email_id);
    if (row === undefined) throw emailNotFound();
    const known = await recipientsOf(store.db, row.id);
    const added = input.recipients.filter((email) => !known.some((each) => each.email === email));
    if (!mayShare) await assertMembers(deps, input.recipients, added);
    const removed = known.filter(({ email }) => !input.recipients.includes(email));
    const change = changeOf(row, input, clock.now());
    const author = mayShare || (await areMembers(deps, input.recipients)) ? { member_id } : {};
    const written = await store.write([
      { query: updateDashboardEmail(store.db, row, { ...change, ...author }), expect: 1 },
      ...removed.map(({ id }) => ({ query: deleteRecipient(store.db, id) })),
      ...insertRecipients(deps, row.id, added),
      auditStatement(deps, {
        ...{ member_id, action: "dashboard.change_email", resource: { type: "dashboard", id: dashboard.id }, app_id },
        detail: { name: dashboard.name, every: input.schedule.every, recipients: input.recipients.length },
      }),
    ]);
    // Its emails were sent meanwhile, or someone else changed it.
    if (written.outcome === "unmet") continue;
    return presentDashboardEmail({ ...row, ...change }, await recipientsOf(store.db, row.id));
  }
  throw new Error(`Scheduled emails ${email_id} changed ${CHANGE_ATTEMPTS_MAX} times during one request.`);
}

const CHANGE_ATTEMPTS_MAX = 8;

/** With the same time, an email that is due or repeated stays so. */
function changeOf(
  row: DashboardEmailRow,
  { schedule, time_zone, language, days }: NewDashboardEmail,
  now_ms: number,
): Partial<DashboardEmailRow> {
  const stored = toJson(schedule);
  const change = { schedule: stored, time_zone, language, days };
  if (stored === row.schedule && time_zone === row.time_zone) return change;
  const next_at = nextEmailMs(schedule, time_zone, now_ms);
  return { ...change, next_at, due_at: next_at, attempts: 0, failure: null };
}

function insertRecipients(
  { clock, rng, store }: WriteDeps,
  id: DashboardEmailRow["id"],
  recipients: readonly string[],
) {
  return recipients.map((email) => ({
    query: insertRow(store.db, "dashboard_email_recipients", {
      ...{ id: newId("dsr", clock, rng), dashboard_email_id: id, email, sent_for: null },
    }),
    expect: 1,
  }));
}

async function memberAddresses({ store }: Pick<WriteDeps, "store">): Promise<ReadonlySet<string>> {
  return new Set((await membersForEmail(store.db)).map(({ email }) => email.toLowerCase()));
}

async function areMembers(deps: Pick<WriteDeps, "store">, recipients: readonly string[]): Promise<boolean> {
  const members = await memberAddresses(deps);
  return recipients.every((email) => members.has(email));
}

/** @param added Those of the recipients that must be members. */
async function assertMembers(
  deps: Pick<WriteDeps, "store">,
  recipients: readonly string[],
  added: readonly string[] = recipients,
): Promise<void> {
  const members = await memberAddresses(deps);
  const index = recipients.findIndex((email) => added.includes(email) && !members.has(email));
  if (index < 0) return;
  const message = "Only people who may share dashboards can add addresses that aren't members'.";
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: `/recipients/${index}`, message }] });
}

/** @throws ProblemError `dashboard_not_found`. */
export async function listDashboardEmails(
  { store }: Pick<WriteDeps, "store">,
  { app_id, dashboard_id }: Omit<EmailedDashboard, "member_id">,
): Promise<readonly DashboardEmail[]> {
  const { id } = await findDashboard({ store }, app_id, dashboard_id);
  const rows = await dashboardEmailsOf(store.db, id);
  return Promise.all(rows.map(async (row) => presentDashboardEmail(row, await recipientsOf(store.db, row.id))));
}

/** @throws ProblemError `dashboard_not_found` or `dashboard_email_not_found`. */
export async function cancelDashboardEmail(
  deps: WriteDeps,
  { app_id, dashboard_id, member_id }: EmailedDashboard,
  email_id: string,
): Promise<void> {
  const { store } = deps;
  const { id, name } = await findDashboard(deps, app_id, dashboard_id);
  const written = isId("dse", email_id)
    ? await store.write([
        { query: deleteDashboardEmail(store.db, id, email_id), expect: 1 },
        auditStatement(deps, {
          ...{ member_id, action: "dashboard.cancel_email", resource: { type: "dashboard", id }, app_id },
          detail: { name },
        }),
      ])
    : undefined;
  if (written?.outcome === "committed") return;
  throw emailNotFound();
}

function emailNotFound(): ProblemError {
  return new ProblemError("dashboard_email_not_found", "Scheduled email not found. It may already have been deleted.");
}

export function scheduleOf({ schedule }: Pick<DashboardEmailRow, "schedule">): DashboardEmailSchedule {
  // Cast: the request's schema validated it before it was stored.
  return fromJson(schedule, (value) => value as DashboardEmailSchedule);
}

/**
 * The first time of the schedule after `after_ms`.
 *
 * @example
 * nextEmailMs({ every: "week", day: 1, time: "08:00" }, "Europe/Zurich", Date.UTC(2026, 10, 28)); // Monday, November 30
 */
export function nextEmailMs(schedule: DashboardEmailSchedule, time_zone: string, after_ms: number): number {
  const start = wallTime(after_ms, time_zone)?.date ?? "";
  // A month has at most 31 days, and today can be over.
  for (let ahead = 0; ahead <= DAYS_AHEAD_MAX; ahead++) {
    const date = new Date(Date.parse(`${start}T00:00:00Z`) + ahead * DAY_MS).toISOString().slice(0, 10);
    const at = isOn(schedule, date) ? instantOf(`${date}T${schedule.time}`, time_zone) : undefined;
    if (at !== undefined && at > after_ms) return at;
  }
  throw new Error(`No email in the next ${DAYS_AHEAD_MAX} days in ${time_zone}.`);
}

const DAYS_AHEAD_MAX = 32;

function isOn(schedule: DashboardEmailSchedule, date: string): boolean {
  switch (schedule.every) {
    case "day":
      return true;
    case "week":
      return (new Date(`${date}T00:00:00Z`).getUTCDay() || 7) === schedule.day;
    case "month":
      return Number(date.slice(8)) === schedule.day;
  }
}

function presentDashboardEmail(row: DashboardEmailRow, recipients: readonly DashboardRecipientRow[]): DashboardEmail {
  const { id, time_zone, language, days, next_at, last_sent_at, failure } = row;
  return {
    ...{ id, schedule: scheduleOf(row), time_zone, language, days, failure },
    recipients: recipients.map(({ email, member_id }) => ({ email, member: member_id !== null })),
    next_at: toIso(next_at),
    last_sent_at: last_sent_at === null ? null : toIso(last_sent_at),
  };
}
