import { z } from "zod";
import { LIVE_UPDATE_PRIORITIES } from "../../../realtime/live-update.ts";
import { pageSchema, type ResponseOf, responseSchema } from "../response-schema.ts";
import { liveUpdateAudienceSchema, liveUpdateBodySchema } from "../shared-schemas.ts";

/** Deliveries by state. Earlier states include later ones: an acted-on delivery also counts as seen and delivered. */
const liveUpdateCountsSchema = responseSchema("LiveUpdateCounts", {
  /** Size of the audience. Null if it's only known on delivery (groups, everyone). */
  people: z.number().nullable(),
  sent: z.number(),
  delivered: z.number(),
  seen: z.number(),
  acted: z.number(),
  dismissed: z.number(),
  collapsed: z.number(),
  /** Sent to a page that didn't report it as shown before it expired. */
  expired: z.number(),
});
export type LiveUpdateCounts = ResponseOf<typeof liveUpdateCountsSchema>;

export const liveUpdateSchema = responseSchema("LiveUpdate", {
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
});
export type LiveUpdate = ResponseOf<typeof liveUpdateSchema>;

export const liveUpdatesResponseSchema = pageSchema("LiveUpdatesResponse", liveUpdateSchema);
