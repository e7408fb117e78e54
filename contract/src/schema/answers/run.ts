import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../celebration.ts";
import { END_REASONS, START_REASONS } from "../../events.ts";
import type { CelebrationSummary, CelebrationsPage, ContentRun, ContentRunsPage, RunPerson } from "../run.ts";
import { contentSummarySchema } from "./content.ts";
import { exactly, listOf } from "./exactly.ts";
import { frequencySchema, triggerSchema } from "./stored.ts";

export const runPersonSchema = exactly<RunPerson>("RunPerson")(
  z.strictObject({ id: z.string(), external_id: z.string(), anonymous: z.boolean(), name: z.string().nullable() }),
);

export const celebrationSummarySchema = exactly<CelebrationSummary>("CelebrationSummary")(
  contentSummarySchema.extend({
    preset: z.enum(CELEBRATION_PRESETS),
    message: z.string().nullable(),
    colors: listOf(z.string()),
    intensity: z.number(),
    trigger: triggerSchema,
    frequency: frequencySchema,
    played: z.number(),
    skipped: z.number(),
  }),
);

export const celebrationsPageSchema = exactly<CelebrationsPage>("CelebrationsPage")(
  z.strictObject({ items: listOf(celebrationSummarySchema), next: z.string().nullable(), total: z.number() }),
);

export const contentRunSchema = exactly<ContentRun>("ContentRun")(
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

export const contentRunsPageSchema = exactly<ContentRunsPage>("ContentRunsPage")(
  z.strictObject({ items: listOf(contentRunSchema), next: z.string().nullable() }),
);
