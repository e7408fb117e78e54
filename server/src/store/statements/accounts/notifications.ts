import type { AlertId, MemberId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import type { AlertRow } from "../analytics/alerts.ts";
import { isActive } from "../identity/provisioning.ts";
import { keepExisting } from "../keep-existing.ts";
import type { MemberRow } from "./members.ts";

export type NotificationSettingsRow = Selectable<Schema["notification_settings"]>;
export type AlertEmailRow = Selectable<Schema["alert_emails"]>;

export async function notificationSettingsOf(db: Db, member_id: MemberId): Promise<string | undefined> {
  const row = await db
    .selectFrom("notification_settings")
    .select("settings")
    .where("member_id", "=", member_id)
    .executeTakeFirst();
  return row?.settings;
}

export function putNotificationSettings(db: Db, row: Omit<NotificationSettingsRow, "summary_week">): CompiledQuery {
  const { settings, updated_at } = row;
  return db
    .insertInto("notification_settings")
    .values({ ...row, summary_week: null })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ settings, updated_at }))
    .compile();
}

export type SubscriberRow = Pick<MemberRow, "id" | "role" | "email"> &
  Pick<NotificationSettingsRow, "settings" | "summary_week">;

/** Members who chose notifications. */
export function allSubscribers(db: Db): Promise<SubscriberRow[]> {
  return db
    .selectFrom("notification_settings")
    .innerJoin("members", "members.id", "notification_settings.member_id")
    .select(["members.id", "members.role", "members.email", "settings", "summary_week"])
    .where(isActive("members.id"))
    .orderBy("members.id")
    .execute();
}

/** No row if it was sent meanwhile. `week` null: the mail server refused the first one. */
export function setSummaryWeek(
  db: Db,
  member_id: MemberId,
  { from, week }: { readonly from: string | null; readonly week: string | null },
): CompiledQuery {
  return db
    .updateTable("notification_settings")
    .set({ summary_week: week })
    .where("member_id", "=", member_id)
    .where("summary_week", from === null ? "is" : "=", from)
    .compile();
}

export function insertAlertEmail(db: Db, alert_id: AlertId, member_id: MemberId): CompiledQuery {
  const row = { alert_id, member_id, event: "opened", state: "pending", attempts: 0 } as const;
  return db.insertInto("alert_emails").values(row).onConflict(keepExisting).compile();
}

/** For the members who were told of the alert. */
export function insertResolvedEmails(db: Db, alert_id: AlertId): CompiledQuery {
  return sql`insert into alert_emails (alert_id, member_id, event, state, attempts)
    select alert_id, member_id, 'resolved', 'pending', 0 from alert_emails
    where alert_id = ${alert_id} and event = 'opened' and state = 'sent'`.compile(db);
}

/** Emails about an alert that's over before they were sent. */
export function deletePendingEmails(db: Db, alert_id: AlertId): CompiledQuery {
  return db.deleteFrom("alert_emails").where("alert_id", "=", alert_id).where("state", "=", "pending").compile();
}

export type PendingEmailRow = Pick<AlertEmailRow, "alert_id" | "member_id" | "event" | "attempts"> &
  Pick<MemberRow, "email" | "role"> &
  Pick<AlertRow, "kind" | "app_id" | "data"> & { readonly settings: string | null };

/** Pending emails with what they're about, by member and in the order of the alerts. */
export function pendingAlertEmails(db: Db): Promise<PendingEmailRow[]> {
  return db
    .selectFrom("alert_emails")
    .innerJoin("alerts", "alerts.id", "alert_emails.alert_id")
    .innerJoin("members", "members.id", "alert_emails.member_id")
    .leftJoin("notification_settings", "notification_settings.member_id", "alert_emails.member_id")
    .select(["alert_emails.alert_id", "alert_emails.member_id", "event", "attempts", "email", "role"])
    .select(["alerts.kind", "alerts.app_id", "alerts.data", "notification_settings.settings"])
    .where("alert_emails.state", "=", "pending")
    .orderBy("alert_emails.member_id")
    .orderBy("alert_emails.alert_id")
    .execute();
}

type AlertEmailKey = Pick<AlertEmailRow, "alert_id" | "member_id" | "event">;

/** No row if another process was faster. */
export function claimAlertEmail(db: Db, key: AlertEmailKey): CompiledQuery {
  return setState(db, key, { state: "sent" }).where("state", "=", "pending").compile();
}

/** The mail server refused it. */
export function releaseAlertEmail(db: Db, key: AlertEmailKey, attempts: number): CompiledQuery {
  return setState(db, key, { state: "pending", attempts }).compile();
}

function setState(
  db: Db,
  { alert_id, member_id, event }: AlertEmailKey,
  change: Partial<Pick<AlertEmailRow, "state" | "attempts">>,
) {
  return db
    .updateTable("alert_emails")
    .set(change)
    .where("alert_id", "=", alert_id)
    .where("member_id", "=", member_id)
    .where("event", "=", event);
}

export function deleteAlertEmail(db: Db, { alert_id, member_id, event }: AlertEmailKey): CompiledQuery {
  return db
    .deleteFrom("alert_emails")
    .where("alert_id", "=", alert_id)
    .where("member_id", "=", member_id)
    .where("event", "=", event)
    .compile();
}
