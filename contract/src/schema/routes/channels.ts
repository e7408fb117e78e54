import { appQuerySchema } from "../app-id.ts";
import { channelsQuerySchema, sendChannelEventRequestSchema } from "../realtime/channel.ts";
import {
  channelDetailSchema,
  channelsPageSchema,
  pulseSchema,
  sentChannelEventSchema,
} from "../responses/realtime/channel.ts";
import { defineRoutes } from "./route.ts";

export const CHANNEL_ROUTES = defineRoutes({
  "GET /api/channels": {
    access: "channel.read",
    summary: "List occupied channels",
    query: channelsQuerySchema,
    response: channelsPageSchema,
  },
  "GET /api/channels/:name": {
    access: "channel.read",
    summary: "Get a channel and its subscribers",
    query: appQuerySchema,
    response: channelDetailSchema,
    problems: ["channel_invalid"],
  },
  "POST /api/channel-events": {
    access: "channel.publish",
    summary: "Publish an event on a channel",
    query: appQuerySchema,
    body: sendChannelEventRequestSchema,
    any_text: true,
    response: sentChannelEventSchema,
    problems: ["channel_invalid", "channel_refused", "realtime_unavailable"],
  },
  "GET /api/connections": {
    access: "channel.read",
    summary: "Count current connections by transport",
    query: appQuerySchema,
    response: pulseSchema,
  },
});
