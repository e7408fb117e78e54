import { z } from "zod";
import { limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from "../../realtime/webhook.ts";
import { appIdSchema } from "../app-id.ts";

/** Events sent to a webhook. Later versions may add events to `all`. */
export const webhookEventSelectionSchema = z.union([
  z.literal("all"),
  z.array(z.enum(WEBHOOK_EVENTS)).min(1, "Select at least one event.").max(WEBHOOK_EVENTS.length),
]);
export type WebhookEventSelection = z.infer<typeof webhookEventSelectionSchema>;

const urlSchema = z.string().min(1, "Enter a URL.").max(limits.webhook_url_chars_max);

export const createWebhookRequestSchema = z.strictObject({
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

/** `GET /api/webhook-deliveries`, newest first. `before` is the last ID of the previous page. */
export const webhookDeliveriesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  webhook_id: z.string().max(limits.id_chars_max).optional(),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  before: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
