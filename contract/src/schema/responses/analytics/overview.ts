import { z } from "zod";
import { PAGE_OBSTRUCTIONS, PREPARE_FAILURES } from "../../../events/events.ts";
import { appQuerySchema } from "../../app-id.ts";
import { namedSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { alertSchema } from "./alert.ts";
import { nearSchema } from "./funnel.ts";

const attentionSchema = namedSchema(
  "Attention",
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("app_paused") }),
    z.strictObject({ kind: z.literal("live_updates_off") }),
    /** Drafts that wait for the caller's approval in this app. */
    z.strictObject({ kind: z.literal("reviews_waiting"), contents: z.number() }),
    z.strictObject({
      kind: z.literal("target_missing"),
      content_id: z.string(),
      name: z.string(),
      step_id: z.string(),
      views: z.number(),
      missing: z.number(),
      /** Locator that most often came closest. Its matches were hidden or several. */
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
    /** The customer's page makes the step hard to use. `how`: what the page does most often. */
    z.strictObject({
      kind: z.literal("page_obstructs"),
      content_id: z.string(),
      name: z.string(),
      step_id: z.string(),
      views: z.number(),
      obstructed: z.number(),
      how: z.enum(PAGE_OBSTRUCTIONS),
    }),
    /** A live tracker of an element without events for `limits.tracker_events_days`: its target may be lost. */
    z.strictObject({ kind: z.literal("tracker_silent"), tracker_id: z.string(), name: z.string() }),
    /**
     * One for each webhook or destination. `dead`: its deliveries that failed in the last day. `failing`: 1 if its
     * latest attempts all failed.
     */
    z.strictObject({
      kind: z.literal("webhooks_failing"),
      receivers: z.enum(["webhooks", "destinations"]),
      receiver_id: z.string(),
      name: z.string(),
      dead: z.number(),
      failing: z.number(),
    }),
    z.strictObject({
      kind: z.literal("webhooks_stopped"),
      receivers: z.enum(["webhooks", "destinations"]),
      receiver_id: z.string(),
      name: z.string(),
      stopped: z.number(),
    }),
    /** The last backup of the server failed. */
    z.strictObject({ kind: z.literal("backup_failed") }),
    z.strictObject({ kind: z.literal("attributes_mixed"), names: readonlyArray(z.string()) }),
  ]),
);
export type Attention = ResponseOf<typeof attentionSchema>;

const firstStepsSchema = responseSchema("FirstSteps", {
  connected: z.boolean(),
  published: z.boolean(),
  invited: z.boolean(),
  said: z.boolean(),
  goal: z.boolean(),
});
export type FirstSteps = ResponseOf<typeof firstStepsSchema>;

const resultsSchema = z.strictObject({
  /** People who saw any content. Each counts once. */
  people: z.number(),
  /** Views that began in these days. */
  views: z.number(),
});

/** `omit`: leave out what `GET /api/attention` has, together with alerts. */
export const overviewQuerySchema = z.strictObject({
  ...appQuerySchema.shape,
  omit: z.literal("attention").optional(),
});

export const overviewSchema = responseSchema("Overview", {
  /** Of the last 7 days, including today, and of the 7 days before. */
  results: z.strictObject({ week: resultsSchema, before: resultsSchema }),
  live_contents: z.number(),
  paused_contents: z.number(),
  /** Content completions by UTC day, oldest first. The last day is today and incomplete. */
  completions: readonlyArray(z.strictObject({ day: z.string(), count: z.number() })),
  /** Empty with `omit=attention`. */
  attention: readonlyArray(attentionSchema),
  first_steps: firstStepsSchema,
});
export type Overview = ResponseOf<typeof overviewSchema>;

/** Everything that needs attention, once: open alerts, and what's true now without an alert. */
export const appAttentionSchema = responseSchema("AppAttention", {
  /** Open alerts that the caller may read, newest first, up to `limits.page_size_max`. */
  alerts: readonlyArray(alertSchema),
  notices: readonlyArray(attentionSchema),
});
export type AppAttention = ResponseOf<typeof appAttentionSchema>;
