import type { WebhookDelivery } from "@fanfare/contract/schema/responses/realtime/webhook";

/** A delivery to a webhook or a destination. */
export type StoredDelivery = Omit<WebhookDelivery, "webhook_id">;

/** Begins the keys of queries. */
export type DeliverySource = "webhooks" | "destinations";
