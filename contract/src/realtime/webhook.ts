/** Webhook events of channels (Pusher protocol, "Webhooks"). */
export const WEBHOOK_EVENTS = [
  "channel_occupied",
  "channel_vacated",
  "member_added",
  "member_removed",
  "client_event",
  "cache_miss",
  "subscription_count",
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/**
 * One event of a webhook's body. Every value is a scalar and `channel` is always present, as typed receivers require.
 */
export type WebhookEvent =
  | { readonly name: "channel_occupied" | "channel_vacated" | "cache_miss"; readonly channel: string }
  | { readonly name: "member_added" | "member_removed"; readonly channel: string; readonly user_id: string }
  | {
      readonly name: "client_event";
      readonly channel: string;
      readonly event: string;
      readonly data: string;
      readonly socket_id: string;
      /** Presence channels only. */
      readonly user_id?: string;
    }
  | { readonly name: "subscription_count"; readonly channel: string; readonly subscription_count: number };

/** `pending`: to be sent or retried. `dead`: failed permanently; only a replay sends it again. */
export const WEBHOOK_DELIVERY_STATES = ["pending", "delivered", "dead"] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];
