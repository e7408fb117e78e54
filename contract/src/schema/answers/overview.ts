import { z } from "zod";
import { PREPARE_FAILURES } from "../../events.ts";
import type { Attention, FirstSteps, Overview } from "../overview.ts";
import { nearSchema } from "./analytics.ts";
import { exactly, listOf } from "./exactly.ts";

export const attentionSchema = exactly<Attention>("Attention")(
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
    z.strictObject({ kind: z.literal("attributes_mixed"), names: listOf(z.string()) }),
  ]),
);

export const firstStepsSchema = exactly<FirstSteps>("FirstSteps")(
  z.strictObject({
    connected: z.boolean(),
    published: z.boolean(),
    invited: z.boolean(),
    said: z.boolean(),
    goal: z.boolean(),
  }),
);

export const overviewSchema = exactly<Overview>("Overview")(
  z.strictObject({
    live_contents: z.number(),
    paused_contents: z.number(),
    completions: listOf(z.strictObject({ day: z.string(), count: z.number() })),
    attention: listOf(attentionSchema),
    first_steps: firstStepsSchema,
  }),
);
