import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../../content/celebration-preset.ts";
import { END_REASONS, START_REASONS } from "../../../events/events.ts";
import { contentSummarySchema } from "../content/content.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { frequencySchema, triggerSchema } from "../stored-schemas.ts";

/** Person of a run or answer. For anonymous visitors, `external_id` is their name. */
export const runPersonSchema = responseSchema("RunPerson", {
  id: z.string(),
  external_id: z.string(),
  anonymous: z.boolean(),
  name: z.string().nullable(),
});
export type RunPerson = ResponseOf<typeof runPersonSchema>;

/** `GET /api/celebrations?app_id=`: a celebration with its draft's settings and its play counts in the app. */
const celebrationSummarySchema = responseSchema("CelebrationSummary", {
  ...contentSummarySchema.shape,
  preset: z.enum(CELEBRATION_PRESETS),
  message: z.string().nullable(),
  colors: readonlyArray(z.string()),
  intensity: z.number(),
  trigger: triggerSchema,
  frequency: frequencySchema,
  /** Played for at least a second, or to its end. */
  played: z.number(),
  /** Ended within its first second, or couldn't be shown. */
  skipped: z.number(),
});
export type CelebrationSummary = ResponseOf<typeof celebrationSummarySchema>;

export const celebrationsPageSchema = pageSchema("CelebrationsPage", celebrationSummarySchema, {
  total: z.number(),
});

const contentRunSchema = responseSchema("ContentRun", {
  id: z.string(),
  person: runPersonSchema,
  version: z.number(),
  state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
  start_reason: z.enum(START_REASONS),
  end_reason: z.enum(END_REASONS).nullable(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type ContentRun = ResponseOf<typeof contentRunSchema>;

export const contentRunsPageSchema = pageSchema("ContentRunsPage", contentRunSchema);
