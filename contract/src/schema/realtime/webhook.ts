import { z } from "zod";
import { limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS, type WebhookDeliveryState } from "../../realtime/webhook.ts";
import { appIdSchema } from "../app-id.ts";

/** Events sent to a webhook. Later versions may add events to `all`. */
export const webhookEventSelectionSchema = z.union([
  z.literal("all"),
  z.array(z.enum(WEBHOOK_EVENTS)).min(1, "Select at least one event.").max(WEBHOOK_EVENTS.length),
]);
export type WebhookEventSelection = z.infer<typeof webhookEventSelectionSchema>;

const urlSchema = z.string().min(1, "Enter a URL.").max(limits.webhook_url_chars_max);

export const createWebhookRequestSchema = z.strictObject({
  app_id: appIdSchema,
  url: urlSchema,
  events: webhookEventSelectionSchema.default("all"),
  enabled: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof createWebhookRequestSchema>;

/**
 * `PATCH /api/webhooks/{id}?app_id=`, with `If-Match: "{etag}"` if it was read before, responds with the new {@link
 * Webhook}. `DELETE` responds with 204.
 */
export const updateWebhookRequestSchema = z
  .strictObject({ url: urlSchema, events: webhookEventSelectionSchema, enabled: z.boolean() })
  .partial();
export type WebhookEdit = z.output<typeof updateWebhookRequestSchema>;

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: WebhookEventSelection;
  readonly enabled: boolean;
  readonly created_at: string;
  /** ETag of its settings. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  readonly etag: string;
}
export interface WebhooksResponse {
  readonly items: readonly Webhook[];
}

/** `GET /api/webhook-deliveries`, newest first. `before` is the last ID of the previous page. */
export const webhookDeliveriesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  webhook_id: z.string().max(limits.id_chars_max).optional(),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  before: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface WebhookDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  /** Exactly as sent. */
  readonly body: string;
  readonly created_at: string;
  /** Time of the next attempt. Null once it's delivered or dead. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly delivered_at: string | null;
}
export interface WebhookDeliveriesResponse {
  readonly items: readonly WebhookDelivery[];
  /** Pass it as `before` to get the next page. Null on the last page. */
  readonly next: string | null;
}

/** `GET /api/webhook-deliveries/{id}/attempts?app_id=`, newest first, including replays. */
export interface WebhookAttempt {
  readonly at: string;
  readonly duration_ms: number;
  /** Null without a response. `error` then has the reason. */
  readonly status: number | null;
  readonly error: string | null;
  /** Start of the receiver's response, as text. */
  readonly answer: string;
}
export interface WebhookAttemptsResponse {
  readonly items: readonly WebhookAttempt[];
}

/**
 * `POST /api/webhook-deliveries/{id}/replay` resends a dead delivery. Responds with it as a {@link WebhookDelivery}.
 */
export const replayRequestSchema = z.strictObject({ app_id: appIdSchema });
