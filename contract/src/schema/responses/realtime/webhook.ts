import { z } from "zod";
import { WEBHOOK_DELIVERY_STATES } from "../../../realtime/webhook.ts";
import { WEBHOOK_KINDS } from "../../../realtime/webhook-topics.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { webhookEventSelectionResponseSchema, webhookFilterResponseSchema } from "../stored-schemas.ts";

export const webhookSchema = responseSchema("Webhook", {
  id: z.string(),
  url: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  events: webhookEventSelectionResponseSchema,
  filter: webhookFilterResponseSchema,
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
  /** First failed attempt since the last successful one. Null while deliveries succeed. */
  failing_since: z.iso.datetime().nullable(),
  /** When the server turned it off because deliveries failed for days. Turning it on again resets this. */
  stopped_at: z.iso.datetime().nullable(),
  /** ETag of its settings. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  etag: z.string(),
});
export type Webhook = ResponseOf<typeof webhookSchema>;

/** `whsec_` and base64, as in Standard Webhooks. It can't be read again. */
export const signingSecretSchema = responseSchema("WebhookSigningSecret", { signing_secret: z.string() });
export type SigningSecret = ResponseOf<typeof signingSecretSchema>;

export const replayRangeResponseSchema = responseSchema("WebhookReplay", { queued: z.number() });

export const webhooksResponseSchema = responseSchema("WebhooksResponse", { items: readonlyArray(webhookSchema) });

export const DELIVERY_FIELDS = {
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number(),
  /** Exactly as sent to a webhook, or the message before a destination's template is filled in. */
  body: z.string(),
  created_at: z.iso.datetime(),
  /** Time of the next attempt. Null once it's delivered or dead. */
  next_attempt_at: z.iso.datetime().nullable(),
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
  delivered_at: z.iso.datetime().nullable(),
};

export const webhookDeliverySchema = responseSchema("WebhookDelivery", {
  id: z.string(),
  webhook_id: z.string(),
  ...DELIVERY_FIELDS,
});
export type WebhookDelivery = ResponseOf<typeof webhookDeliverySchema>;

/** `GET /api/webhook-deliveries/{id}/attempts?app_id=`, newest first, including replays. */
const webhookAttemptSchema = responseSchema("WebhookAttempt", {
  at: z.iso.datetime(),
  duration_ms: z.number(),
  /** Null without a response. `error` then has the reason. */
  status: z.number().nullable(),
  error: z.string().nullable(),
  /** Start of the receiver's response, as text. */
  answer: z.string(),
});
export type WebhookAttempt = ResponseOf<typeof webhookAttemptSchema>;

export const webhookAttemptsResponseSchema = responseSchema("WebhookAttemptsResponse", {
  items: readonlyArray(webhookAttemptSchema),
});

/** Fields of a page of deliveries. Beyond `deliveries_counted_max`, none are counted, and a search continues by page. */
export const DELIVERIES_COUNTED = {
  total: z.number(),
  /** False if there are more deliveries than were counted. */
  exact: z.boolean(),
};

export const webhookDeliveriesResponseSchema = pageSchema(
  "WebhookDeliveriesResponse",
  webhookDeliverySchema,
  DELIVERIES_COUNTED,
);
export type WebhookDeliveriesResponse = ResponseOf<typeof webhookDeliveriesResponseSchema>;

const deliveryRateSchema = responseSchema("DeliveryRate", {
  /** Webhook or destination. */
  receiver_id: z.string(),
  delivered: z.number(),
  /** Failed. Pending ones don't count. */
  dead: z.number(),
  /** 24 hours ago. Later if more were delivered than are kept. */
  since: z.iso.datetime(),
});
export type DeliveryRate = ResponseOf<typeof deliveryRateSchema>;

/** Omits webhooks and destinations without deliveries. */
export const deliveryRatesSchema = responseSchema("DeliveryRates", { items: readonlyArray(deliveryRateSchema) });
