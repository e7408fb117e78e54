import type { MemberId } from "@fanfare/contract/lib/ids";
import { type NotificationSettings, notificationSettingsSchema } from "@fanfare/contract/schema/accounts/notifications";
import { fromJson, toJson } from "../../store/columns.ts";
import { notificationSettingsOf, putNotificationSettings } from "../../store/statements/accounts/notifications.ts";
import type { Store, WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";

/** Undefined: nothing was chosen yet. */
export async function readNotificationSettings(
  { db }: Pick<Store, "db">,
  member_id: MemberId,
): Promise<NotificationSettings | undefined> {
  const settings = await notificationSettingsOf(db, member_id);
  return settings === undefined ? undefined : parseNotificationSettings(settings);
}

export function parseNotificationSettings(settings: string): NotificationSettings {
  return fromJson(settings, (value) => notificationSettingsSchema.parse(value));
}

export async function changeNotificationSettings(
  deps: WriteDeps,
  member_id: MemberId,
  settings: NotificationSettings,
): Promise<void> {
  const { clock, store } = deps;
  const { alerts, weekly_summary, quiet_hours } = settings;
  await store.write([
    { query: putNotificationSettings(store.db, { member_id, settings: toJson(settings), updated_at: clock.now() }) },
    auditStatement(deps, {
      ...{ member_id, action: "member.set_notifications", resource: { type: "member", id: member_id } },
      detail: { alerts, weekly_summary, quiet_hours },
    }),
  ]);
}
