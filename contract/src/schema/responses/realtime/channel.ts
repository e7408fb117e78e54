import { z } from "zod";
import { TRANSPORTS } from "../../../realtime/transport.ts";
import type { ChannelDetail, ChannelSummary, ChannelsPage, Pulse, SentChannelEvent } from "../../realtime/channel.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

const channelSummarySchema = exactSchema<ChannelSummary>("ChannelSummary")(
  z.strictObject({
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
    users: z.number().nullable(),
  }),
);

export const channelsPageSchema = exactSchema<ChannelsPage>("ChannelsPage")(
  z.strictObject({ items: readonlyArray(channelSummarySchema), next: z.string().nullable(), total: z.number() }),
);

export const channelDetailSchema = exactSchema<ChannelDetail>("ChannelDetail")(
  channelSummarySchema.extend({
    members: readonlyArray(z.strictObject({ id: z.string(), info: z.unknown() })),
    cached: z.strictObject({ event: z.string(), data: z.string().nullable(), ttl_s: z.number() }).nullable(),
  }),
);

export const pulseSchema = exactSchema<Pulse>("Pulse")(
  z.strictObject({
    at: z.iso.datetime(),
    connections: z.partialRecord(z.enum(TRANSPORTS), z.number()),
    people: z.number(),
  }),
);

export const sentChannelEventSchema = exactSchema<SentChannelEvent>("SentChannelEvent")(
  z.strictObject({ subscriptions: z.number() }),
);
