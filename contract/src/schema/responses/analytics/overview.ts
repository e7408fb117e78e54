import { z } from "zod";
import { PREPARE_FAILURES } from "../../../events/events.ts";
import type { Attention, FirstSteps, Overview } from "../../analytics/overview.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { nearSchema } from "./funnel.ts";

const attentionSchema = exactSchema<Attention>("Attention")(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("app_paused") }),
    z.strictObject({ kind: z.literal("live_updates_off") }),
    z.strictObject({
      kind: z.literal("target_missing"),
      content_id: z.string(),
      name: z.string(),
      step_id: z.string(),
      views: z.number(),
      missing: z.number(),
      near: nearSchema.exactOptional(),
    }),
    z.strictObject({
      kind: z.literal("prepare_failed"),
      content_id: z.string(),
      name: z.string(),
      step_id: z.string(),
      views: z.number(),
      failed: z.number(),
      why: z.enum(PREPARE_FAILURES),
    }),
    z.strictObject({ kind: z.literal("webhooks_failing"), dead: z.number() }),
    z.strictObject({ kind: z.literal("attributes_mixed"), names: readonlyArray(z.string()) }),
  ]),
);

const firstStepsSchema = exactSchema<FirstSteps>("FirstSteps")(
  z.strictObject({
    connected: z.boolean(),
    published: z.boolean(),
    invited: z.boolean(),
    said: z.boolean(),
    goal: z.boolean(),
  }),
);

export const overviewSchema = exactSchema<Overview>("Overview")(
  z.strictObject({
    live_contents: z.number(),
    paused_contents: z.number(),
    completions: readonlyArray(z.strictObject({ day: z.string(), count: z.number() })),
    attention: readonlyArray(attentionSchema),
    first_steps: firstStepsSchema,
  }),
);
