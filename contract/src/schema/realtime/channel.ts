/** Channels, and what goes on in them, as the console and scripts see them. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import type { ChannelKind } from "../../realtime/channel.ts";
import type { Transport } from "../../realtime/transport.ts";
import { appIdSchema } from "../app-id.ts";

const channelNameSchema = z.string().min(1, "Enter a channel name.").max(limits.channel_name_chars_max);

/** `GET /api/channels`: those that somebody is on now, by name; `after` is the last name of the page before. */
export const channelsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** The beginning of the name. */
  prefix: z.string().max(limits.channel_name_chars_max).default(""),
  after: z.string().max(limits.channel_name_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

export interface ChannelSummary {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly subscriptions: number;
  /** People on it; null where a channel has no members. */
  readonly users: number | null;
}
export interface ChannelsPage {
  readonly items: readonly ChannelSummary[];
  readonly next: string | null;
  readonly total: number;
}

/** `GET /api/channels/{name}?app_id=`: also for a channel that nobody is on. */
export interface ChannelDetail extends ChannelSummary {
  /** The first of them, at most `channel_members_shown_max`: `info` is what the app's back end says of each, as JSON. */
  readonly members: readonly { readonly id: string; readonly info: unknown }[];
  /** What newcomers are told, on cache channels; `data` is null where it is encrypted. */
  readonly cached: { readonly event: string; readonly data: string | null; readonly ttl_s: number } | null;
}

/** `POST /api/channel-events` says something on a channel, as a back end does, and answers a {@link SentChannelEvent}. */
export const sendChannelEventRequestSchema = z.strictObject({
  app_id: appIdSchema,
  channel: channelNameSchema,
  event: z
    .string()
    .min(1, "Enter an event name.")
    .max(limits.event_name_chars_max)
    .refine(
      (name) => !/^(pusher|pusher_internal|client-|fanfare):?/.test(name),
      "Names that begin with pusher, client-, or fanfare are reserved. Use another name.",
    ),
  /** Any JSON; text is passed on as it is. */
  data: z.unknown(),
});
export interface SentChannelEvent {
  /** How many were on the channel. */
  readonly subscriptions: number;
}

/** `GET /api/connections?app_id=`, and what the console hears while it looks. Rates are of the last `pulse_interval_ms`. */
export interface Pulse {
  readonly at: string;
  readonly connections: Readonly<Partial<Record<Transport, number>>>;
  /** People with the SDK in an open page. */
  readonly people: number;
}
export interface LivePulse extends Pulse {
  readonly connects_per_s: number;
  readonly events_per_s: number;
}

/** One event that was said on a channel of an app, as the console's tail shows it. */
export interface TailedEvent {
  readonly id: number;
  readonly at: string;
  readonly channel: string;
  readonly event: string;
  /** Null: it is encrypted, and the server does not have the key. Cut at `tail_data_chars_max`. */
  readonly data: string | null;
  readonly bytes: number;
  readonly from: "server" | "client";
}
export interface TailBatch {
  readonly events: readonly TailedEvent[];
  /** How many more came at the same time, and are not shown. */
  readonly skipped: number;
}
