import { limits } from "@fanfare/contract/limits";
import type { WebhookEvent, WebhookEventName } from "@fanfare/contract/realtime/webhook";
import type { WebhookEventSelection } from "@fanfare/contract/schema/realtime/webhook";

/** Someone or something that receivers know as present or absent after an event. `user_id` is empty for a channel. */
export interface OccupancyChange {
  readonly channel: string;
  readonly user_id: string;
  readonly present: boolean;
}

/** An event encoded once for all webhook bodies. */
export interface EncodedEvent {
  readonly name: WebhookEventName;
  readonly text: string;
  readonly occupancy?: OccupancyChange;
}

export function encodeEvent(event: WebhookEvent): EncodedEvent {
  const encoded = { name: event.name, text: JSON.stringify(event) };
  switch (event.name) {
    case "channel_occupied":
    case "channel_vacated":
      return {
        ...encoded,
        occupancy: { channel: event.channel, user_id: "", present: event.name === "channel_occupied" },
      };
    case "member_added":
    case "member_removed": {
      const { channel, user_id } = event;
      return { ...encoded, occupancy: { channel, user_id, present: event.name === "member_added" } };
    }
    default:
      return encoded;
  }
}

/**
 * Returns the bodies with these events for a webhook, in order: `{"time_ms":…,"events":[…]}`. Each has at most
 * `limits.webhook_batch_events_max` events. It also has at most `limits.webhook_batch_bytes_max` bytes of events,
 * unless one event is larger. Empty if the webhook selects none.
 */
export function webhookBodies(
  events: readonly EncodedEvent[],
  selection: WebhookEventSelection,
  time_ms: number,
): readonly string[] {
  const bodies: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (texts.length > 0) bodies.push(`{"time_ms":${time_ms},"events":[${texts.join(",")}]}`);
    texts = [];
    bytes = 0;
  };
  for (const { name, text } of events) {
    if (selection !== "all" && !selection.includes(name)) continue;
    const size = Buffer.byteLength(text);
    if (texts.length >= limits.webhook_batch_events_max || bytes + size > limits.webhook_batch_bytes_max) close();
    texts.push(text);
    bytes += size;
  }
  close();
  return bodies;
}

/** Replaces the time of a body from {@link webhookBodies}, where `time_ms` comes first. */
export function restamp(body: string, time_ms: number): string {
  return `{"time_ms":${time_ms}${body.slice(body.indexOf(","))}`;
}
