import { z } from "zod";
import { END_REASONS, PREPARE_FAILURES, START_REASONS } from "../../events.ts";
import type { ContentFunnel, EventNamesResponse, FunnelPart, FunnelSegment, FunnelStep } from "../analytics.ts";
import { exactly, listOf } from "./exactly.ts";

export const eventNamesResponseSchema = exactly<EventNamesResponse>("EventNamesResponse")(
  z.strictObject({ items: listOf(z.strictObject({ name: z.string(), events: z.number() })) }),
);

export const funnelSegmentSchema = exactly<FunnelSegment>("FunnelSegment")(
  z.strictObject({ id: z.string(), met: z.number(), people: z.number(), whole: z.boolean() }),
);

/** What came nearest to the target of a step. */
export const nearSchema = z.strictObject({
  strategy: z.enum(["test_id", "role_name", "label", "text", "attribute", "css"]),
  found: z.enum(["several", "hidden"]),
  times: z.number(),
});

export const funnelStepSchema = exactly<FunnelStep>("FunnelStep")(
  z.strictObject({
    step_id: z.string(),
    seen: z.number(),
    completed: z.number(),
    missing: z.number(),
    alert: z.boolean(),
    near: listOf(nearSchema),
    unready: listOf(z.strictObject({ why: z.enum(PREPARE_FAILURES), times: z.number() })).exactOptional(),
  }),
);

export const funnelPartSchema = exactly<FunnelPart>("FunnelPart")(
  z.strictObject({
    value: z.string(),
    started: z.number(),
    completed: z.number(),
    dismissed: z.number(),
    suppressed: z.number(),
    unseen: z.number(),
    errors: listOf(z.strictObject({ kind: z.string(), times: z.number() })),
    time_to_show: z.strictObject({ p50_ms_max: z.number(), p95_ms_max: z.number() }).nullable(),
    steps: listOf(funnelStepSchema),
  }),
);

export const contentFunnelSchema = exactly<ContentFunnel>("ContentFunnel")(
  z.strictObject({
    segment: funnelSegmentSchema.nullable(),
    parts: listOf(funnelPartSchema),
    reasons: listOf(
      z.strictObject({
        start_reason: z.enum(START_REASONS),
        end_reason: z.enum(END_REASONS).nullable(),
        state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
        runs: z.number(),
      }),
    ),
  }),
);
