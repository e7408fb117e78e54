import { z } from "zod";
import { DESTINATION_FIELDS, DESTINATION_PRESETS } from "../../../destinations/presets.ts";
import { WEBHOOK_TOPICS } from "../../../realtime/webhook-topics.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { webhookFilterResponseSchema } from "../stored-schemas.ts";
import { receiverRequestSchema } from "./receiver-test.ts";
import { DELIVERIES_COUNTED, DELIVERY_FIELDS } from "./webhook.ts";

export const destinationSchema = responseSchema("Destination", {
  id: z.string(),
  preset: z.enum(DESTINATION_PRESETS),
  name: z.string(),
  settings: z.partialRecord(z.enum(DESTINATION_FIELDS), z.string()),
  /** Names of the secrets that are set. Their values can't be read. */
  secrets: readonlyArray(z.enum(DESTINATION_FIELDS)),
  events: readonlyArray(z.enum(WEBHOOK_TOPICS)),
  filter: webhookFilterResponseSchema,
  props: z.union([z.literal("all"), readonlyArray(z.string())]),
  consent_attribute: z.string().nullable(),
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
  /** First failed attempt since the last successful one. Null while deliveries succeed. */
  failing_since: z.iso.datetime().nullable(),
  /** When the server turned it off because deliveries failed for days. Turning it on again resets this. */
  stopped_at: z.iso.datetime().nullable(),
  /** ETag of its settings. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  etag: z.string(),
});
export type Destination = ResponseOf<typeof destinationSchema>;

export const destinationsResponseSchema = responseSchema("DestinationsResponse", {
  items: readonlyArray(destinationSchema),
});

export const destinationDeliverySchema = responseSchema("DestinationDelivery", {
  id: z.string(),
  destination_id: z.string(),
  ...DELIVERY_FIELDS,
});
export type DestinationDelivery = ResponseOf<typeof destinationDeliverySchema>;

export const destinationDeliveriesResponseSchema = pageSchema(
  "DestinationDeliveriesResponse",
  destinationDeliverySchema,
  DELIVERIES_COUNTED,
);
export type DestinationDeliveriesResponse = ResponseOf<typeof destinationDeliveriesResponseSchema>;

/** `request`: what the message looks like with the destination's present settings. */
export const destinationDeliveryRequestSchema = responseSchema("DestinationDeliveryRequest", {
  request: receiverRequestSchema.nullable(),
  error: z.string().nullable(),
});
