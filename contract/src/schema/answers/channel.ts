import { z } from "zod";
import { TRANSPORTS } from "../../transport.ts";
import type { ChannelDetail, ChannelSummary, ChannelsPage, Pulse, SentChannelEvent } from "../channel.ts";
import { exactly, listOf } from "./exactly.ts";

export const channelSummarySchema = exactly<ChannelSummary>("ChannelSummary")(
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

export const channelsPageSchema = exactly<ChannelsPage>("ChannelsPage")(
  z.strictObject({ items: listOf(channelSummarySchema), next: z.string().nullable(), total: z.number() }),
);

export const channelDetailSchema = exactly<ChannelDetail>("ChannelDetail")(
  channelSummarySchema.extend({
    members: listOf(z.strictObject({ id: z.string(), info: z.unknown() })),
    cached: z.strictObject({ event: z.string(), data: z.string().nullable(), ttl_s: z.number() }).nullable(),
  }),
);

export const pulseSchema = exactly<Pulse>("Pulse")(
  z.strictObject({
    at: z.iso.datetime(),
    connections: z.partialRecord(z.enum(TRANSPORTS), z.number()),
    people: z.number(),
  }),
);

export const sentChannelEventSchema = exactly<SentChannelEvent>("SentChannelEvent")(
  z.strictObject({ subscriptions: z.number() }),
);
