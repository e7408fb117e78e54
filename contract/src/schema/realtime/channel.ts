import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import type { Pulse } from "../responses/realtime/channel.ts";

const channelNameSchema = z.string().min(1, "Enter a channel name.").max(limits.channel_name_chars_max);

/** `GET /api/channels`: occupied channels by name. `after` is the last name of the previous page. */
export const channelsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  prefix: z.string().max(limits.channel_name_chars_max).default(""),
  after: z.string().max(limits.channel_name_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/** `POST /api/channel-events` sends an event to a channel, like a backend. Responds with a {@link SentChannelEvent}. */
export const sendChannelEventRequestSchema = z.strictObject({
  channel: channelNameSchema,
  event: z
    .string()
    .min(1, "Enter an event name.")
    .max(limits.event_name_chars_max)
    .refine(
      (name) => !/^(pusher|pusher_internal|client-|fanfare):?/.test(name),
      "Names that start with pusher, client-, or fanfare are reserved. Use another name.",
    ),
  /** Any JSON. Text is passed through unchanged. */
  data: z.unknown(),
});
export interface LivePulse extends Pulse {
  readonly connects_per_s: number;
  readonly events_per_s: number;
}

export interface TailedEvent {
  readonly id: number;
  readonly at: string;
  readonly channel: string;
  readonly event: string;
  /** Null if it's encrypted: the server doesn't have the key. Truncated at `tail_data_chars_max`. */
  readonly data: string | null;
  readonly bytes: number;
  readonly from: "server" | "client";
}
export interface TailBatch {
  readonly events: readonly TailedEvent[];
  /** Number of events in the same interval that aren't included. */
  readonly skipped: number;
}
