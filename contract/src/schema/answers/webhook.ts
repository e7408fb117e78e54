import { z } from "zod";
import { WEBHOOK_DELIVERY_STATES } from "../../webhook.ts";
import type {
  Webhook,
  WebhookAttempt,
  WebhookAttemptsResponse,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhooksResponse,
} from "../webhook.ts";
import { exactly, listOf } from "./exactly.ts";
import { wantedEventsSchema } from "./stored.ts";

export const webhookSchema = exactly<Webhook>("Webhook")(
  z.strictObject({
    id: z.string(),
    url: z.string(),
    events: wantedEventsSchema,
    enabled: z.boolean(),
    created_at: z.iso.datetime(),
    etag: z.string(),
  }),
);

export const webhooksResponseSchema = exactly<WebhooksResponse>("WebhooksResponse")(
  z.strictObject({ items: listOf(webhookSchema) }),
);

export const webhookDeliverySchema = exactly<WebhookDelivery>("WebhookDelivery")(
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

export const webhookAttemptSchema = exactly<WebhookAttempt>("WebhookAttempt")(
  z.strictObject({
    at: z.iso.datetime(),
    duration_ms: z.number(),
    status: z.number().nullable(),
    error: z.string().nullable(),
    answer: z.string(),
  }),
);

export const webhookAttemptsResponseSchema = exactly<WebhookAttemptsResponse>("WebhookAttemptsResponse")(
  z.strictObject({ items: listOf(webhookAttemptSchema) }),
);

export const webhookDeliveriesResponseSchema = exactly<WebhookDeliveriesResponse>("WebhookDeliveriesResponse")(
  z.strictObject({ items: listOf(webhookDeliverySchema), next: z.string().nullable() }),
);
