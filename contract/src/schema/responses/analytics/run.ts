import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../../content/celebration-preset.ts";
import { END_REASONS, START_REASONS } from "../../../events/events.ts";
import type {
  CelebrationSummary,
  CelebrationsPage,
  ContentRun,
  ContentRunsPage,
  RunPerson,
} from "../../analytics/run.ts";
import { contentSummarySchema } from "../content/content.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { frequencySchema, triggerSchema } from "../stored-schemas.ts";

export const runPersonSchema = exactSchema<RunPerson>("RunPerson")(
  z.strictObject({ id: z.string(), external_id: z.string(), anonymous: z.boolean(), name: z.string().nullable() }),
);

const celebrationSummarySchema = exactSchema<CelebrationSummary>("CelebrationSummary")(
  contentSummarySchema.extend({
    preset: z.enum(CELEBRATION_PRESETS),
    message: z.string().nullable(),
    colors: readonlyArray(z.string()),
    intensity: z.number(),
    trigger: triggerSchema,
    frequency: frequencySchema,
    played: z.number(),
    skipped: z.number(),
  }),
);

export const celebrationsPageSchema = exactSchema<CelebrationsPage>("CelebrationsPage")(
  z.strictObject({ items: readonlyArray(celebrationSummarySchema), next: z.string().nullable(), total: z.number() }),
);

const contentRunSchema = exactSchema<ContentRun>("ContentRun")(
  z.strictObject({
    id: z.string(),
    person: runPersonSchema,
    version: z.number(),
    state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
    start_reason: z.enum(START_REASONS),
    end_reason: z.enum(END_REASONS).nullable(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  }),
);

export const contentRunsPageSchema = exactSchema<ContentRunsPage>("ContentRunsPage")(
  z.strictObject({ items: readonlyArray(contentRunSchema), next: z.string().nullable() }),
);
