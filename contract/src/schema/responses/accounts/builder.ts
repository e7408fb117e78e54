import { z } from "zod";
import { ELEMENT_KINDS } from "../../../events/tracker.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { targetSchema } from "../stored-schemas.ts";

/** Opens the builder on the page once, until `expires_at` or until the member signs out. */
export const builderLinkSchema = responseSchema("BuilderLink", {
  id: z.string(),
  url: z.string(),
  expires_at: z.iso.datetime(),
});
export type BuilderLink = ResponseOf<typeof builderLinkSchema>;

export const builderSessionSchema = responseSchema("BuilderSession", {
  id: z.string(),
  member: z.string(),
  /** Whether it's the caller's. */
  own: z.boolean(),
  /** Null for a session that chooses the element of a tracker. */
  content_id: z.string().nullable(),
  content_name: z.string().nullable(),
  /** Null for content, and for a tracker that isn't saved yet. */
  tracker_id: z.string().nullable(),
  tracker_name: z.string().nullable(),
  origin: z.string(),
  /** False: the link was created, but no page has used it. */
  opened: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
});
export type BuilderSession = ResponseOf<typeof builderSessionSchema>;

/** A session that chooses the element of a tracker, for the tracker's form. */
export const pointedTrackerSchema = responseSchema("PointedTracker", {
  /** False: the link was created, but no page has used it. */
  opened: z.boolean(),
  /** How often the page saved an element. */
  saves: z.number(),
  /** The member finished on the page. */
  done: z.boolean(),
  name: z.string(),
  kind: z.enum(ELEMENT_KINDS),
  visible_s: z.number(),
  target: targetSchema.nullable(),
});
export type PointedTrackerState = ResponseOf<typeof pointedTrackerSchema>;

export const builderSessionsSchema = responseSchema("BuilderSessions", { items: readonlyArray(builderSessionSchema) });
