import type { WebhookEventName } from "@fanfare/contract/realtime/webhook";
import {
  ALERT_TOPICS,
  CONTENT_TOPICS,
  PEOPLE_TOPICS,
  SDK_TOPICS,
  type WebhookKind,
  WORKSPACE_TOPICS,
} from "@fanfare/contract/realtime/webhook-topics";
import type { WebhookEventSelection } from "@fanfare/contract/schema/realtime/webhook";
import { t } from "../../lib/i18n/t.ts";

export const EVENT_LABELS: Readonly<Record<WebhookEventName, string>> = {
  channel_occupied: t("Channel occupied"),
  channel_vacated: t("Channel vacated"),
  member_added: t("Presence member added"),
  member_removed: t("Presence member removed"),
  client_event: t("Client event"),
  cache_miss: t("Cache miss"),
  subscription_count: t("Subscription count changed"),
};

export const KIND_LABELS: Readonly<Record<WebhookKind, string>> = {
  channels: t("Channels"),
  engagement: t("Engagement"),
};

export const TOPIC_GROUPS = [
  { title: t("People and goals"), names: PEOPLE_TOPICS },
  { title: t("Publishing"), names: CONTENT_TOPICS },
  { title: t("Content in pages"), names: SDK_TOPICS },
  { title: t("Workspace"), names: WORKSPACE_TOPICS },
  { title: t("Alerts"), names: ALERT_TOPICS },
] as const;

/**
 * @example
 * describeEvents(["channel_occupied", "cache_miss"]); // "channel_occupied, cache_miss"
 */
export function describeEvents(events: WebhookEventSelection): string {
  return events === "all" ? t("All events") : events.join(", ");
}

/** Returns the unique event names in a delivery's body, or the message's type. Empty for an invalid body. */
export function eventNames(body: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (parsed !== null && typeof parsed === "object" && "type" in parsed && typeof parsed.type === "string") {
      return [parsed.type];
    }
    const events = parsed !== null && typeof parsed === "object" && "events" in parsed ? parsed.events : undefined;
    if (!Array.isArray(events)) return [];
    const names = events.flatMap((event: unknown) =>
      event !== null && typeof event === "object" && "name" in event && typeof event.name === "string"
        ? [event.name]
        : [],
    );
    return [...new Set(names)];
  } catch {
    return [];
  }
}
