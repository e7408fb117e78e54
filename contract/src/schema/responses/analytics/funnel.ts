import { z } from "zod";
import { END_REASONS, PREPARE_FAILURES, START_REASONS } from "../../../events/events.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/**
 * `GET /api/event-names?app_id=`: names of events other than content events in the last 90 days, most frequent first.
 */
export const eventNamesResponseSchema = responseSchema("EventNamesResponse", {
  items: readonlyArray(z.strictObject({ name: z.string(), events: z.number() })),
});

/**
 * Segment of a funnel: people who saw the content in these days and are in the segment now. Counted from their events
 * that the app still stores.
 */
const funnelSegmentSchema = responseSchema("FunnelSegment", {
  id: z.string(),
  /** People with a view who were checked, and how many of them are in the segment. */
  met: z.number(),
  people: z.number(),
  /** False if there were too many runs and only the latest were checked. */
  whole: z.boolean(),
});
export type FunnelSegment = ResponseOf<typeof funnelSegmentSchema>;

export const nearSchema = z.strictObject({
  strategy: z.enum(["test_id", "role_name", "label", "text", "attribute", "css"]),
  found: z.enum(["several", "hidden"]),
  times: z.number(),
});

const funnelStepSchema = responseSchema("FunnelStep", {
  step_id: z.string(),
  seen: z.number(),
  completed: z.number(),
  /** Number of times its target wasn't found. */
  missing: z.number(),
  alert: z.boolean(),
  /** Closest locators, most frequent first. Their matches were hidden or several. */
  near: readonlyArray(nearSchema),
  /** Failed preparations of the page by reason, most frequent first. Absent if there were none. */
  unready: readonlyArray(z.strictObject({ why: z.enum(PREPARE_FAILURES), times: z.number() })).exactOptional(),
});
export type FunnelStep = ResponseOf<typeof funnelStepSchema>;

const funnelPartSchema = responseSchema("FunnelPart", {
  /** Version, variant, or other value of the dimension. "" for all, and for events without one. */
  value: z.string(),
  /** Number of viewable impressions: half of it was in view for a second. */
  started: z.number(),
  completed: z.number(),
  dismissed: z.number(),
  /** "Do not show again" and "Remind me later". */
  suppressed: z.number(),
  /** Ended before it was visible for a second. Counted nowhere else. */
  unseen: z.number(),
  /** Failures by kind of error, most frequent first. */
  errors: readonlyArray(z.strictObject({ kind: z.string(), times: z.number() })),
  /** 50th and 95th percentile of the time from eligible to shown. Null if unknown. */
  time_to_show: z.strictObject({ p50_ms_max: z.number(), p95_ms_max: z.number() }).nullable(),
  steps: readonlyArray(funnelStepSchema),
});
export type FunnelPart = ResponseOf<typeof funnelPartSchema>;

export const contentFunnelSchema = responseSchema("ContentFunnel", {
  /** Null for everyone. */
  segment: funnelSegmentSchema.nullable(),
  parts: readonlyArray(funnelPartSchema),
  /** Runs by start and end reason. `end_reason` is null for open runs. */
  reasons: readonlyArray(
    z.strictObject({
      start_reason: z.enum(START_REASONS),
      end_reason: z.enum(END_REASONS).nullable(),
      state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
      runs: z.number(),
    }),
  ),
});
export type ContentFunnel = ResponseOf<typeof contentFunnelSchema>;
