import {
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  wantedEventsSchema,
} from "@fanfare/contract/schema/webhook";
import { webhookTag } from "../accounts/webhooks.ts";
import { fromBit, fromJson, toIso } from "../store/columns.ts";
import type { AttemptRow } from "../store/webhook-attempts.ts";
import type { DeliveryRow } from "../store/webhook-deliveries.ts";
import type { WebhookRow } from "../store/webhooks.ts";

/** A webhook with the kinds of events that it is told. */
export function presentWebhook(row: WebhookRow): Webhook {
  const { id, url, events, enabled, created_at } = row;
  const wanted = fromJson(events, (value) => wantedEventsSchema.parse(value));
  return { id, url, events: wanted, enabled: fromBit(enabled), created_at: toIso(created_at), etag: webhookTag(row) };
}

/** A delivery with what came of its attempts; `next_attempt_at` while there will be another. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, webhook_id, state, attempts, body, created_at, next_attempt_at, last_status, last_error, delivered_at } =
    row;
  return {
    ...{ id, webhook_id, state, attempts, body, last_status, last_error },
    created_at: toIso(created_at),
    next_attempt_at: state === "pending" ? toIso(next_attempt_at) : null,
    delivered_at: delivered_at === null ? null : toIso(delivered_at),
  };
}

export function presentAttempt({ began_at, duration_ms, status, error, answer }: AttemptRow): WebhookAttempt {
  return { at: toIso(began_at), duration_ms, status, error, answer };
}
