import { z } from "zod";
import { LIVE_UPDATE_PRIORITIES } from "../../live-update.ts";
import type { LiveUpdate, LiveUpdateCounts, LiveUpdatesResponse } from "../live-update.ts";
import { exactly, listOf } from "./exactly.ts";
import { liveUpdateAudienceSchema, liveUpdateBodySchema } from "./parts.ts";

export const liveUpdateCountsSchema = exactly<LiveUpdateCounts>("LiveUpdateCounts")(
  z.strictObject({
    people: z.number().nullable(),
    sent: z.number(),
    delivered: z.number(),
    seen: z.number(),
    acted: z.number(),
    dismissed: z.number(),
    collapsed: z.number(),
    expired: z.number(),
  }),
);

export const liveUpdateSchema = exactly<LiveUpdate>("LiveUpdate")(
  z.strictObject({
    id: z.string(),
    audience: liveUpdateAudienceSchema,
    body: liveUpdateBodySchema,
    priority: z.enum(LIVE_UPDATE_PRIORITIES),
    require_ack: z.boolean(),
    collapse_key: z.string().nullable(),
    devices: z.enum(["one", "all"]),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    counts: liveUpdateCountsSchema,
  }),
);

export const liveUpdatesResponseSchema = exactly<LiveUpdatesResponse>("LiveUpdatesResponse")(
  z.strictObject({ items: listOf(liveUpdateSchema), next: z.string().nullable() }),
);
