import { z } from "zod";
import { limits } from "../../limits.ts";
import type { ChannelKind } from "../../realtime/channel.ts";
import type { Transport } from "../../realtime/transport.ts";
import { appIdSchema } from "../app-id.ts";

const channelNameSchema = z.string().min(1, "Enter a channel name.").max(limits.channel_name_chars_max);

/** `GET /api/channels`: occupied channels by name. `after` is the last name of the previous page. */
export const channelsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  prefix: z.string().max(limits.channel_name_chars_max).default(""),
  after: z.string().max(limits.channel_name_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

export interface ChannelSummary {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly subscriptions: number;
  /** Number of people subscribed. Null for channels without members. */
  readonly users: number | null;
}
export interface ChannelsPage {
  readonly items: readonly ChannelSummary[];
  readonly next: string | null;
  readonly total: number;
}

/** `GET /api/channels/{name}?app_id=`, also for vacant channels. */
export interface ChannelDetail extends ChannelSummary {
  /** The first `channel_members_shown_max` members. `info` is the backend's JSON about each member. */
  readonly members: readonly { readonly id: string; readonly info: unknown }[];
  /** Cache channels: the event sent to new subscribers. `data` is null if it's encrypted. */
  readonly cached: { readonly event: string; readonly data: string | null; readonly ttl_s: number } | null;
}

/** `POST /api/channel-events` sends an event to a channel, like a backend. Responds with a {@link SentChannelEvent}. */
export const sendChannelEventRequestSchema = z.strictObject({
  app_id: appIdSchema,
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
export interface SentChannelEvent {
  /** Number of subscribers at that time. */
  readonly subscriptions: number;
}

/** `GET /api/connections?app_id=`, and the live stream to the console. Rates cover the last `pulse_interval_ms`. */
export interface Pulse {
  readonly at: string;
  readonly connections: Readonly<Partial<Record<Transport, number>>>;
  /** People with an open page that has the SDK. */
  readonly people: number;
}
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
