import { appQuerySchema } from "../app-id.ts";
import {
  createWebhookRequestSchema,
  replayRangeRequestSchema,
  updateWebhookRequestSchema,
  webhookDeliveriesQuerySchema,
} from "../realtime/webhook.ts";
import { receiverTestSchema } from "../responses/realtime/receiver-test.ts";
import {
  deliveryRatesSchema,
  replayRangeResponseSchema,
  signingSecretSchema,
  webhookAttemptsResponseSchema,
  webhookDeliveriesResponseSchema,
  webhookDeliverySchema,
  webhookSchema,
  webhooksResponseSchema,
} from "../responses/realtime/webhook.ts";
import { defineRoutes } from "./route.ts";

export const WEBHOOK_ROUTES = defineRoutes({
  "GET /api/webhooks": {
    access: "webhook.read",
    summary: "List webhooks of an app",
    query: appQuerySchema,
    response: webhooksResponseSchema,
  },
  "POST /api/webhooks": {
    access: "webhook.write",
    summary: "Create a webhook",
    query: appQuerySchema,
    body: createWebhookRequestSchema,
    response: webhookSchema,
    status: 201,
    tagged: true,
    problems: ["webhooks_full", "webhook_url_refused"],
  },
  "PATCH /api/webhooks/:id": {
    access: "webhook.write",
    summary: "Update a webhook",
    query: appQuerySchema,
    body: updateWebhookRequestSchema,
    response: webhookSchema,
    tagged: true,
    match: true,
    problems: ["webhook_not_found", "webhook_url_refused"],
  },
  "DELETE /api/webhooks/:id": {
    access: "webhook.write",
    summary: "Delete a webhook",
    query: appQuerySchema,
    problems: ["webhook_not_found"],
  },
  "POST /api/webhooks/:id/restore": {
    access: "webhook.write",
    summary: "Restore a deleted webhook and its pending deliveries",
    query: appQuerySchema,
    response: webhookSchema,
    tagged: true,
    problems: ["webhook_not_found", "webhooks_full"],
  },
  "POST /api/webhooks/:id/signing-secret": {
    access: "webhook.write",
    summary: "Create a signing secret. The old one stays valid for a day",
    query: appQuerySchema,
    response: signingSecretSchema,
    status: 201,
    problems: ["webhook_not_found"],
  },
  "POST /api/webhooks/:id/test": {
    access: "webhook.write",
    summary: "Send a test message immediately",
    query: appQuerySchema,
    response: receiverTestSchema,
    problems: ["webhook_not_found"],
  },
  "POST /api/webhooks/:id/replay": {
    access: "webhook.write",
    summary: "Send an engagement webhook everything of a time range again",
    query: appQuerySchema,
    body: replayRangeRequestSchema,
    response: replayRangeResponseSchema,
    status: 202,
    problems: ["webhook_not_found"],
  },
  "GET /api/webhook-deliveries": {
    access: "webhook.read",
    summary: "List webhook deliveries, newest first",
    query: webhookDeliveriesQuerySchema,
    former_query: { before: "after" },
    response: webhookDeliveriesResponseSchema,
  },
  "GET /api/delivery-rates": {
    access: "webhook.read",
    summary: "Count deliveries of the last 24 hours by webhook and destination",
    query: appQuerySchema,
    response: deliveryRatesSchema,
  },
  "GET /api/webhook-deliveries/:id/attempts": {
    access: "webhook.read",
    summary: "List attempts of a delivery",
    query: appQuerySchema,
    response: webhookAttemptsResponseSchema,
    problems: ["webhook_delivery_not_found"],
  },
  "POST /api/webhook-deliveries/:id/replay": {
    access: "webhook.write",
    summary: "Resend a failed delivery",
    query: appQuerySchema,
    response: webhookDeliverySchema,
    problems: ["webhook_delivery_not_found", "webhook_delivery_not_dead"],
  },
});
