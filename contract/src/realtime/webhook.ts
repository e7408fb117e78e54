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

/** One entry of a webhook's body. Every value is a scalar and `channel` is always there: typed receivers insist on both. */
export type WebhookEvent =
  | { readonly name: "channel_occupied" | "channel_vacated" | "cache_miss"; readonly channel: string }
  | { readonly name: "member_added" | "member_removed"; readonly channel: string; readonly user_id: string }
  | {
      readonly name: "client_event";
      readonly channel: string;
      readonly event: string;
      readonly data: string;
      readonly socket_id: string;
      /** On presence channels only. */
      readonly user_id?: string;
    }
  | { readonly name: "subscription_count"; readonly channel: string; readonly subscription_count: number };

/** `pending`: to be sent, or sent again. `dead`: given up; only a replay sends it once more. */
export const WEBHOOK_DELIVERY_STATES = ["pending", "delivered", "dead"] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];
