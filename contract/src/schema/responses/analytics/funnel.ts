import { z } from "zod";
import { END_REASONS, PREPARE_FAILURES, START_REASONS } from "../../../events/events.ts";
import type {
  ContentFunnel,
  EventNamesResponse,
  FunnelPart,
  FunnelSegment,
  FunnelStep,
} from "../../analytics/funnel.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

export const eventNamesResponseSchema = exactSchema<EventNamesResponse>("EventNamesResponse")(
  z.strictObject({ items: readonlyArray(z.strictObject({ name: z.string(), events: z.number() })) }),
);

const funnelSegmentSchema = exactSchema<FunnelSegment>("FunnelSegment")(
  z.strictObject({ id: z.string(), met: z.number(), people: z.number(), whole: z.boolean() }),
);

export const nearSchema = z.strictObject({
  strategy: z.enum(["test_id", "role_name", "label", "text", "attribute", "css"]),
  found: z.enum(["several", "hidden"]),
  times: z.number(),
});

const funnelStepSchema = exactSchema<FunnelStep>("FunnelStep")(
  z.strictObject({
    step_id: z.string(),
    seen: z.number(),
    completed: z.number(),
    missing: z.number(),
    alert: z.boolean(),
    near: readonlyArray(nearSchema),
    unready: readonlyArray(z.strictObject({ why: z.enum(PREPARE_FAILURES), times: z.number() })).exactOptional(),
  }),
);

const funnelPartSchema = exactSchema<FunnelPart>("FunnelPart")(
  z.strictObject({
    value: z.string(),
    started: z.number(),
    completed: z.number(),
    dismissed: z.number(),
    suppressed: z.number(),
    unseen: z.number(),
    errors: readonlyArray(z.strictObject({ kind: z.string(), times: z.number() })),
    time_to_show: z.strictObject({ p50_ms_max: z.number(), p95_ms_max: z.number() }).nullable(),
    steps: readonlyArray(funnelStepSchema),
  }),
);

export const contentFunnelSchema = exactSchema<ContentFunnel>("ContentFunnel")(
  z.strictObject({
    segment: funnelSegmentSchema.nullable(),
    parts: readonlyArray(funnelPartSchema),
    reasons: readonlyArray(
      z.strictObject({
        start_reason: z.enum(START_REASONS),
        end_reason: z.enum(END_REASONS).nullable(),
        state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
        runs: z.number(),
      }),
    ),
  }),
);
