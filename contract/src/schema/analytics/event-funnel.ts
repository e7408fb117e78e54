/** Funnels between any events: tracked events, views of content, and goals. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

const funnelStepInputSchema = z.discriminatedUnion("kind", [
  /** A tracked event, by name. */
  z.strictObject({ kind: z.literal("event"), name: z.string().min(1).max(limits.event_name_chars_max) }),
  /** What happened to a view of content: it began, or how it ended. */
  z.strictObject({
    kind: z.literal("content"),
    content_id: z.string().min(1).max(limits.id_chars_max),
    state: z.enum(["viewed", "completed", "dismissed"]),
  }),
  /** The first time that a person completed a goal. */
  z.strictObject({ kind: z.literal("goal"), goal_id: z.string().min(1).max(limits.id_chars_max) }),
]);
export type EventFunnelStep = z.output<typeof funnelStepInputSchema>;

export const eventFunnelStepsSchema = z
  .array(funnelStepInputSchema)
  .min(limits.event_funnel_steps_min, `Add at least ${limits.event_funnel_steps_min} steps.`)
  .max(limits.event_funnel_steps_max, `Use at most ${limits.event_funnel_steps_max} steps.`)
  .refine(
    (steps) => {
      const goals = steps.flatMap((step) => (step.kind === "goal" ? [step.goal_id] : []));
      return new Set(goals).size === goals.length;
    },
    { error: "Use each goal in one step: people complete a goal once." },
  );

export const eventFunnelShape = {
  steps: eventFunnelStepsSchema,
  /** From the first step to the last. */
  within_days: z.number().int().min(1).max(limits.event_funnel_days_max).default(7),
  /** Only people who are in this segment now. */
  segment_id: z.string().min(1).max(limits.id_chars_max).optional(),
};

/**
 * `POST /api/analytics/event-funnel?app_id=`. Responds with an {@link EventFunnel} of the people whose first step was in
 * these days. Days are in UTC.
 */
export const eventFunnelRequestSchema = withPeriodLimits(
  z.strictObject({ ...eventFunnelShape, ...periodShape, format: z.enum(["json", "csv"]).default("json") }),
);

/** `POST /api/analytics/event-funnel/people?app_id=`. Steps count from 1. */
export const eventFunnelPeopleRequestSchema = withPeriodLimits(
  z.strictObject({
    ...eventFunnelShape,
    ...periodShape,
    step: z.number().int().min(1).max(limits.event_funnel_steps_max),
    /** `dropped`: people who reached the step before this one, but not this one. */
    outcome: z.enum(["reached", "dropped"]).default("reached"),
  }),
).refine(({ step, steps }) => step <= steps.length, { path: ["step"], error: "The funnel doesn't have this step." });
