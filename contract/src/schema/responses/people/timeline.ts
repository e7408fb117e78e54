import { z } from "zod";
import { END_REASONS, START_REASONS } from "../../../events/events.ts";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../../gates/suppression.ts";
import { DELIVERY_STATES, LIVE_UPDATE_KINDS } from "../../../realtime/live-update.ts";
import type { TimelineEntry, TimelinePage } from "../../people/timeline.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

const namedContentSchema = z.strictObject({ id: z.string(), name: z.string() });

const timelineEntrySchema = exactSchema<TimelineEntry>("TimelineEntry")(
  z.union([
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.literal("run"),
      content: namedContentSchema.nullable(),
      state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
      step_id: z.string(),
      start_reason: z.enum(START_REASONS),
      end_reason: z.enum(END_REASONS).nullable(),
      ended_at: z.iso.datetime().nullable(),
    }),
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.literal("event"),
      name: z.string(),
      content: namedContentSchema.nullable(),
      props: z.record(z.string(), z.unknown()),
    }),
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.literal("live_update"),
      live_update_id: z.string(),
      says: z.enum(LIVE_UPDATE_KINDS),
      text: z.string(),
      state: z.enum(DELIVERY_STATES),
    }),
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.literal("suppression"),
      scope: z.enum(SUPPRESSION_SCOPES),
      target: z.string(),
      content: namedContentSchema.nullable(),
      reason: z.enum(SUPPRESSION_REASONS),
      expires_at: z.iso.datetime(),
    }),
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.literal("milestone"),
      goal: z.string(),
      content: namedContentSchema.nullable(),
    }),
  ]),
);

export const timelinePageSchema = exactSchema<TimelinePage>("TimelinePage")(
  z.strictObject({ items: readonlyArray(timelineEntrySchema), next: z.string().nullable() }),
);
