import type { WantedEvents } from "@fanfare/contract/schema/webhook";
import type { WebhookEventName } from "@fanfare/contract/webhook";
import { t } from "../language/t.ts";

/** What each event says, in words. */
export const EVENT_WORDS: Readonly<Record<WebhookEventName, string>> = {
  channel_occupied: t("A channel has its first subscriber"),
  channel_vacated: t("A channel has lost its last subscriber"),
  member_added: t("Somebody came to a presence channel"),
  member_removed: t("Somebody left a presence channel"),
  client_event: t("A client sent an event"),
  cache_miss: t("A cache channel had nothing to show"),
  subscription_count: t("The number of subscribers changed"),
};

/**
 * @example
 * eventsInWords(["channel_occupied", "cache_miss"]); // "channel_occupied, cache_miss"
 */
export function eventsInWords(events: WantedEvents): string {
  return events === "all" ? t("All events") : events.join(", ");
}

/** Names of the events in a delivery's body, each once; what is no body of ours has none. */
export function eventNames(body: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body);
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
