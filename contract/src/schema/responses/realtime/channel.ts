import { z } from "zod";
import { TRANSPORTS } from "../../../realtime/transport.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

const channelSummarySchema = responseSchema("ChannelSummary", {
  name: z.string(),
  kind: z.enum([
    "public",
    "private",
    "presence",
    "encrypted",
    "cache",
    "private_cache",
    "presence_cache",
    "encrypted_cache",
    "server_to_user",
  ]),
  subscriptions: z.number(),
  /** Number of people subscribed. Null for channels without members. */
  users: z.number().nullable(),
});
export type ChannelSummary = ResponseOf<typeof channelSummarySchema>;

export const channelsPageSchema = pageSchema("ChannelsPage", channelSummarySchema, {
  total: z.number(),
});

/** `GET /api/channels/{name}?app_id=`, also for vacant channels. */
export const channelDetailSchema = responseSchema("ChannelDetail", {
  ...channelSummarySchema.shape,
  /** The first `channel_members_shown_max` members. `info` is the backend's JSON about each member. */
  members: readonlyArray(z.strictObject({ id: z.string(), info: z.unknown() })),
  /** Cache channels: the event sent to new subscribers. `data` is null if it's encrypted, or without `channel.listen`. */
  cached: z.strictObject({ event: z.string(), data: z.string().nullable(), ttl_s: z.number() }).nullable(),
});
export type ChannelDetail = ResponseOf<typeof channelDetailSchema>;

/** `GET /api/connections?app_id=`, and the live stream to the console. Rates cover the last `pulse_interval_ms`. */
export const pulseSchema = responseSchema("Pulse", {
  at: z.iso.datetime(),
  connections: z.partialRecord(z.enum(TRANSPORTS), z.number()),
  /** People with an open page that has the SDK. */
  people: z.number(),
});
export type Pulse = ResponseOf<typeof pulseSchema>;

export const sentChannelEventSchema = responseSchema("SentChannelEvent", {
  /** Number of subscribers at that time. */
  subscriptions: z.number(),
});
