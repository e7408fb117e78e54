import { z } from "zod";
import { WEBHOOK_DELIVERY_STATES } from "../../../realtime/webhook.ts";
import type {
  Webhook,
  WebhookAttempt,
  WebhookAttemptsResponse,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhooksResponse,
} from "../../realtime/webhook.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { webhookEventSelectionResponseSchema } from "../stored-schemas.ts";

export const webhookSchema = exactSchema<Webhook>("Webhook")(
  z.strictObject({
    id: z.string(),
    url: z.string(),
    events: webhookEventSelectionResponseSchema,
    enabled: z.boolean(),
    created_at: z.iso.datetime(),
    etag: z.string(),
  }),
);

export const webhooksResponseSchema = exactSchema<WebhooksResponse>("WebhooksResponse")(
  z.strictObject({ items: readonlyArray(webhookSchema) }),
);

export const webhookDeliverySchema = exactSchema<WebhookDelivery>("WebhookDelivery")(
  z.strictObject({
    id: z.string(),
    webhook_id: z.string(),
    state: z.enum(WEBHOOK_DELIVERY_STATES),
    attempts: z.number(),
    body: z.string(),
    created_at: z.iso.datetime(),
    next_attempt_at: z.iso.datetime().nullable(),
    last_status: z.number().nullable(),
    last_error: z.string().nullable(),
    delivered_at: z.iso.datetime().nullable(),
  }),
);

const webhookAttemptSchema = exactSchema<WebhookAttempt>("WebhookAttempt")(
  z.strictObject({
    at: z.iso.datetime(),
    duration_ms: z.number(),
    status: z.number().nullable(),
    error: z.string().nullable(),
    answer: z.string(),
  }),
);

export const webhookAttemptsResponseSchema = exactSchema<WebhookAttemptsResponse>("WebhookAttemptsResponse")(
  z.strictObject({ items: readonlyArray(webhookAttemptSchema) }),
);

export const webhookDeliveriesResponseSchema = exactSchema<WebhookDeliveriesResponse>("WebhookDeliveriesResponse")(
  z.strictObject({ items: readonlyArray(webhookDeliverySchema), next: z.string().nullable() }),
);
