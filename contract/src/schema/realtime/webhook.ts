import { z } from "zod";
import { limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from "../../realtime/webhook.ts";
import { WEBHOOK_KINDS, WEBHOOK_TOPICS } from "../../realtime/webhook-topics.ts";
import { appIdSchema } from "../app-id.ts";
import { keySchema } from "../client/v1.ts";

/**
 * Events sent to a webhook: of channels, or topics of an engagement webhook. Later versions may add events to `all`.
 */
export const webhookEventSelectionSchema = z.union([
  z.literal("all"),
  z
    .array(z.enum([...WEBHOOK_EVENTS, ...WEBHOOK_TOPICS]))
    .min(1, "Select at least one event.")
    .max(WEBHOOK_TOPICS.length),
]);
export type WebhookEventSelection = z.infer<typeof webhookEventSelectionSchema>;

const urlSchema = z.string().min(1, "Enter a URL.").max(limits.webhook_url_chars_max);

const idsSchema = z.array(z.string().max(limits.id_chars_max)).max(limits.webhook_filter_values_max).default([]);

export const webhookFilterSchema = z.strictObject({
  content_ids: idsSchema,
  tags: z.array(z.string().min(1).max(limits.tag_chars_max)).max(limits.webhook_filter_values_max).default([]),
  segment_ids: idsSchema,
  event_names: z
    .array(z.string().min(1).max(limits.event_name_chars_max))
    .max(limits.webhook_filter_values_max)
    .default([]),
  person_attributes: z.array(keySchema).max(limits.webhook_filter_values_max).default([]),
});

export const createWebhookRequestSchema = z.strictObject({
  /** Can't be changed later. */
  kind: z.enum(WEBHOOK_KINDS).default("channels"),
  url: urlSchema,
  events: webhookEventSelectionSchema.default("all"),
  /** Engagement webhooks only. */
  filter: webhookFilterSchema.prefault({}),
  enabled: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof createWebhookRequestSchema>;

/**
 * `PATCH /api/webhooks/{id}?app_id=`, with `If-Match: "{etag}"` if it was read before, responds with the new {@link
 * Webhook}. `DELETE` responds with 204.
 */
export const updateWebhookRequestSchema = z
  .strictObject({
    url: urlSchema,
    events: webhookEventSelectionSchema,
    filter: webhookFilterSchema,
    enabled: z.boolean(),
  })
  .partial();
export type WebhookEdit = z.output<typeof updateWebhookRequestSchema>;

/** `GET /api/webhook-deliveries`, newest first. `after` is the last ID of the previous page. */
export const webhookDeliveriesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  webhook_id: z.string().max(limits.id_chars_max).optional(),
  /** Text in the request or the last error, a status code, or the ID of a delivery. */
  q: z.string().max(limits.search_chars_max).default(""),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/** `POST /api/webhooks/{id}/replay` sends an engagement webhook everything of a time range again. */
export const replayRangeRequestSchema = z
  .strictObject({
    since: z.iso.datetime({ offset: true }),
    until: z.iso.datetime({ offset: true }),
  })
  .refine(({ since, until }) => Date.parse(since) < Date.parse(until), {
    path: ["until"],
    message: "Enter a time after the start.",
  });
