import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { trackerActSchema } from "../stored-schemas.ts";

/** `GET /api/trackers?app_id=`. `DELETE /api/trackers/{id}?app_id=` responds with 204. */
export const trackerSchema = responseSchema("Tracker", {
  id: z.string(),
  /** Name of the event that it tracks. */
  name: z.string(),
  on: trackerActSchema,
  urls: z.strictObject({ include: readonlyArray(z.string()), exclude: readonlyArray(z.string()) }),
  status: z.enum(["draft", "live", "paused"]),
  /** Changed since it was last published. */
  edited: z.boolean(),
  /** When pages last got it. */
  published_at: z.iso.datetime().nullable(),
  /** Events with its name in the last 7 days, from pages and backends. */
  events: z.number(),
  last_seen_at: z.iso.datetime().nullable(),
  revision: z.number(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Tracker = ResponseOf<typeof trackerSchema>;

export const trackersResponseSchema = responseSchema("TrackersResponse", { items: readonlyArray(trackerSchema) });

const useFields = { id: z.string(), name: z.string() };

/**
 * `GET /api/trackers/{id}/uses?app_id=`. What refers to its event by name: goals, segments, and triggers, audiences,
 * tasks, and steps of content. Its name is the draft's or the published one's.
 */
export const trackerUsesSchema = responseSchema("TrackerUses", {
  goals: readonlyArray(z.strictObject(useFields)),
  segments: readonlyArray(z.strictObject(useFields)),
  contents: readonlyArray(
    z.strictObject({
      ...useFields,
      /** Its live version in this app refers to the event. False: only its draft does. */
      live: z.boolean(),
    }),
  ),
});
export type TrackerUses = ResponseOf<typeof trackerUsesSchema>;
