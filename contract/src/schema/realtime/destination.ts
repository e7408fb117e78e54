import { z } from "zod";
import { DESTINATION_FIELDS, DESTINATION_PRESETS } from "../../destinations/presets.ts";
import { limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES } from "../../realtime/webhook.ts";
import { WEBHOOK_TOPICS } from "../../realtime/webhook-topics.ts";
import { appIdSchema } from "../app-id.ts";
import { keySchema } from "../client/v1.ts";
import { webhookFilterSchema } from "./webhook.ts";

export const destinationTopicsSchema = z
  .array(z.enum(WEBHOOK_TOPICS))
  .min(1, "Select at least one event.")
  .max(WEBHOOK_TOPICS.length);

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.destination_name_chars_max);

const valueSchema = z.string().max(limits.destination_template_bytes_max);
/** Values of a preset's fields, of which each preset knows some. */
export const destinationValuesSchema = z.partialRecord(z.enum(DESTINATION_FIELDS), valueSchema);

/** Which properties of events are sent. */
export const destinationPropsSchema = z.union([
  z.literal("all"),
  z.array(z.string().min(1).max(limits.event_name_chars_max)).max(limits.destination_props_max),
]);

const fields = {
  name: nameSchema,
  settings: destinationValuesSchema,
  events: destinationTopicsSchema,
  filter: webhookFilterSchema,
  props: destinationPropsSchema,
  /** Messages about a person are sent only if this attribute of theirs is true. Null: always. */
  consent_attribute: keySchema.nullable(),
  enabled: z.boolean(),
};

export const createDestinationRequestSchema = z.strictObject({
  /** Can't be changed later. */
  preset: z.enum(DESTINATION_PRESETS),
  ...fields,
  settings: fields.settings.default({}),
  filter: webhookFilterSchema.prefault({}),
  /** Never returned. */
  secrets: destinationValuesSchema.default({}),
  props: fields.props.default("all"),
  consent_attribute: fields.consent_attribute.default(null),
  enabled: fields.enabled.default(true),
});
export type NewDestination = z.output<typeof createDestinationRequestSchema>;

/** Secrets that aren't named keep their value, unless the origin of the URL changes. An empty text removes one. */
export const updateDestinationRequestSchema = z.strictObject({ ...fields, secrets: destinationValuesSchema }).partial();
export type DestinationEdit = z.output<typeof updateDestinationRequestSchema>;

/** `GET /api/destination-deliveries`, newest first. `after` is the last ID of the previous page. */
export const destinationDeliveriesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  destination_id: z.string().max(limits.id_chars_max).optional(),
  /** Text in the request or the last error, a status code, or the ID of a delivery. */
  q: z.string().max(limits.search_chars_max).default(""),
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
