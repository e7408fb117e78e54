import { EVENT_NAMES } from "@fanfare/contract/events/events";
import type { WebhookEventName } from "@fanfare/contract/realtime/webhook";
import {
  ALERT_TOPICS,
  CONTENT_TOPICS,
  PEOPLE_TOPICS,
  SDK_TOPICS,
  type SdkTopic,
  type WebhookKind,
  type WebhookTopic,
  WORKSPACE_TOPICS,
} from "@fanfare/contract/realtime/webhook-topics";
import { list } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { SDK_EVENT_LABELS } from "../../model/event-labels.ts";

const LABELS: Readonly<Record<WebhookEventName | Exclude<WebhookTopic, SdkTopic>, string>> = {
  channel_occupied: t("Channel occupied"),
  channel_vacated: t("Channel vacated"),
  member_added: t("Presence member added"),
  member_removed: t("Presence member removed"),
  client_event: t("Client event"),
  cache_miss: t("Cache miss"),
  subscription_count: t("Subscription count changed"),
  "event.tracked": t("Tracked event"),
  "goal.reached": t("Goal completed"),
  "person.identified": t("Person identified"),
  "person.erased": t("Person erased"),
  "content.published": t("Content published"),
  "content.unpublished": t("Content unpublished"),
  "content.paused": t("Content paused"),
  "content.resumed": t("Content resumed"),
  "content.rolled_back": t("Content rolled back"),
  "content.archived": t("Content archived"),
  "content.restored": t("Content restored"),
  "member.invited": t("Member invited"),
  "member.created": t("Member added"),
  "member.role_changed": t("Member role changed"),
  "member.removed": t("Member removed"),
  "app.secret_created": t("App secret created"),
  "app.secret_revoked": t("App secret revoked"),
  "token.created": t("API token created"),
  "token.revoked": t("API token revoked"),
  "alert.opened": t("Alert opened"),
  "alert.resolved": t("Alert resolved"),
};

/**
 * Describes an event of a webhook or destination. A newer server's event keeps its name.
 *
 * @example
 * eventLabel("fanfare.tour_completed"); // "Finished the tour"
 */
export function eventLabel(name: string): string {
  const sdk_name = EVENT_NAMES.find((each) => name === `fanfare.${each}`);
  if (sdk_name !== undefined) return SDK_EVENT_LABELS[sdk_name]();
  // Cast: checked before.
  return Object.hasOwn(LABELS, name) ? LABELS[name as keyof typeof LABELS] : name;
}

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
 * describeEvents(["channel_occupied", "cache_miss"]); // "Channel occupied, Cache miss"
 */
export function describeEvents(events: "all" | readonly string[]): string {
  return events === "all" ? t("All events") : list(events.map(eventLabel));
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
