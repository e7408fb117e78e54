import { z } from "zod";
import { END_REASONS, PAGE_OBSTRUCTIONS, PREPARE_FAILURES, START_REASONS } from "../../../events/events.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { runPersonSchema } from "./run.ts";

/**
 * `GET /api/event-names?app_id=`: names of events other than content events in the last 90 days, most frequent first.
 */
export const eventNamesResponseSchema = responseSchema("EventNamesResponse", {
  items: readonlyArray(z.strictObject({ name: z.string(), events: z.number() })),
});

/** Segment of a funnel: people who saw the content in these days and are in the segment now. */
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

/** Of a step, panel, task, or question. A run counts once per step, however often its page was reloaded. */
const funnelStepSchema = responseSchema("FunnelStep", {
  step_id: z.string(),
  /** Views of the step. Tasks of a checklist have none of their own. */
  seen: z.number(),
  /** Views in which people advanced from it. */
  completed: z.number(),
  /** Runs in which its target wasn't found. */
  missing: z.number(),
  /** The same numbers in people. */
  people: z.strictObject({ seen: z.number(), completed: z.number(), missing: z.number() }),
  /** Views and people that skipped the task, and neither completed it nor undid it. Absent if there are none. */
  skipped: z.strictObject({ views: z.number(), people: z.number() }).exactOptional(),
  alert: z.boolean(),
  /** Closest locators, most frequent first. Their matches were hidden or several. */
  near: readonlyArray(nearSchema),
  /** Failed preparations of the page by reason, most frequent first. Absent if there were none. */
  unready: readonlyArray(z.strictObject({ why: z.enum(PREPARE_FAILURES), times: z.number() })).exactOptional(),
  /** Runs in which the page made it hard to use, by what the page does, most frequent first. Absent if there were none. */
  obstructed: readonlyArray(z.strictObject({ how: z.enum(PAGE_OBSTRUCTIONS), times: z.number() })).exactOptional(),
});
export type FunnelStep = ResponseOf<typeof funnelStepSchema>;

const funnelCounts = {
  /** Views: half of it was in view for a second, or the person acted on it. */
  started: z.number(),
  completed: z.number(),
  dismissed: z.number(),
  /** Views that ended with an error, or because a target wasn't found. */
  failed: z.number(),
  /** Views without a reported end. */
  in_progress: z.number(),
  /** "Do not show again". These are also in `completed`, `dismissed`, or `failed`. */
  suppressed: z.number(),
  /** Ended before it was a view. Counted nowhere else. */
  unseen: z.number(),
};
/**
 * `started` is the sum of `completed`, `dismissed`, `failed`, and `in_progress`. A person counts once, by the view that
 * got furthest: completed, else in progress, else dismissed, else failed; the latest if several got as far.
 */
const funnelCountsSchema = responseSchema("FunnelCounts", funnelCounts);
export type FunnelCounts = ResponseOf<typeof funnelCountsSchema>;

const funnelPartSchema = responseSchema("FunnelPart", {
  /** Version, variant, or other value of the dimension. "" for all, and for runs without one. */
  value: z.string(),
  ...funnelCounts,
  /** The same numbers in people. */
  people: funnelCountsSchema,
  /** Failures by kind of error, most frequent first, also before a view. `target_missing`: a target wasn't found. */
  errors: readonlyArray(z.strictObject({ kind: z.string(), times: z.number() })),
  /** 50th and 95th percentile of the time from eligible to shown. Null if unknown. */
  time_to_show: z.strictObject({ p50_ms_max: z.number(), p95_ms_max: z.number() }).nullable(),
  /** Steps with events, then those of the live tour, checklist, or survey that no one has reached. */
  steps: readonlyArray(funnelStepSchema),
});
export type FunnelPart = ResponseOf<typeof funnelPartSchema>;

const viewCounts = { started: z.number(), completed: z.number() };
/** Views that began in a period, and the people who had them. A person counts once per period. */
const trendCounts = { ...viewCounts, people: z.strictObject(viewCounts) };

/**
 * `GET /api/analytics/contents`: of each item, the views that began in the period, as its report counts them. Items
 * without views have zeros.
 */
export const contentResultsSchema = responseSchema("ContentResults", {
  items: readonlyArray(z.strictObject({ content_id: z.string(), ...trendCounts })),
});
export type ContentResults = ResponseOf<typeof contentResultsSchema>;

const funnelTrendSchema = responseSchema("FunnelTrend", {
  /** Days per point: 1, or 7 for long periods. */
  days: z.number(),
  /** Oldest first, without gaps. `day` is the first one, in UTC. */
  points: readonlyArray(z.strictObject({ day: z.string(), ...trendCounts })),
  /** The same number of days before. Null for a segment, because only people of the period are checked. */
  before: z.strictObject(trendCounts).nullable(),
});
export type FunnelTrend = ResponseOf<typeof funnelTrendSchema>;

export const contentFunnelSchema = responseSchema("ContentFunnel", {
  /** Null for everyone. */
  segment: funnelSegmentSchema.nullable(),
  trend: funnelTrendSchema,
  parts: readonlyArray(funnelPartSchema),
  /**
   * Variants of the runs that began in these days, in order. "" for runs without one. Steps of different variants can
   * have the same ID: `by=variant` counts each on its own.
   */
  variants: readonlyArray(z.string()),
  /**
   * Views by start and end reason, and the people whose furthest view it was. Both add up to `started` of everything.
   * `end_reason` is null for open runs.
   */
  reasons: readonlyArray(
    z.strictObject({
      start_reason: z.enum(START_REASONS),
      end_reason: z.enum(END_REASONS).nullable(),
      state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
      runs: z.number(),
      people: z.number(),
    }),
  ),
});
export type ContentFunnel = ResponseOf<typeof contentFunnelSchema>;

/** Latest first. `total` also counts people beyond the listed ones. */
export const funnelPeopleSchema = responseSchema("FunnelPeople", {
  total: z.number(),
  items: readonlyArray(
    z.strictObject({
      person: runPersonSchema,
      /** When the view that counts began. */
      at: z.iso.datetime(),
    }),
  ),
});
export type FunnelPeople = ResponseOf<typeof funnelPeopleSchema>;
