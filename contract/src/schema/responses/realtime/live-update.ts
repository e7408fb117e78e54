import { z } from "zod";
import { LIVE_UPDATE_PRIORITIES } from "../../../realtime/live-update.ts";
import type { LiveUpdate, LiveUpdateCounts, LiveUpdatesResponse } from "../../realtime/live-update.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { liveUpdateAudienceSchema, liveUpdateBodySchema } from "../shared-schemas.ts";

const liveUpdateCountsSchema = exactSchema<LiveUpdateCounts>("LiveUpdateCounts")(
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

export const liveUpdateSchema = exactSchema<LiveUpdate>("LiveUpdate")(
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

export const liveUpdatesResponseSchema = exactSchema<LiveUpdatesResponse>("LiveUpdatesResponse")(
  z.strictObject({ items: readonlyArray(liveUpdateSchema), next: z.string().nullable() }),
);
