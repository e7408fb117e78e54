/** Goals: events to reach, and their attribution to content. */
import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { propertyTestsSchema } from "../content/rule.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

const goalFields = {
  name: z.string().trim().min(1, "Enter a goal name.").max(limits.goal_name_chars_max),
  event_name: z.string().min(1, "Enter an event name.").max(limits.event_name_chars_max),
  /** Tests of the event's properties, all of which must pass. */
  props: propertyTestsSchema,
  /** Attribution window after a run. */
  window_days: z.number().positive().max(limits.goal_window_days_max),
  attribution: z.enum(["first", "last"]),
  celebration: z.enum(CELEBRATION_PRESETS).nullable(),
};

export const createGoalRequestSchema = z.strictObject({
  name: goalFields.name,
  event_name: goalFields.event_name,
  props: goalFields.props.default([]),
  window_days: goalFields.window_days.default(7),
  attribution: goalFields.attribution.default("last"),
  celebration: goalFields.celebration.default(null),
});

/**
 * `PATCH /api/goals/{id}?app_id=` with `If-Match: "{revision}"`. Absent fields stay unchanged. Changing the event or
 * its props resets the goal's completions.
 */
export const updateGoalRequestSchema = z.strictObject({
  name: goalFields.name.optional(),
  event_name: goalFields.event_name.optional(),
  props: goalFields.props.optional(),
  window_days: goalFields.window_days.optional(),
  attribution: goalFields.attribution.optional(),
  celebration: goalFields.celebration.optional(),
});
/** `GET /api/goals/{id}/report`. Responds with a {@link GoalReport}. Days are in UTC. */
export const goalReportQuerySchema = withPeriodLimits(z.strictObject({ app_id: appIdSchema, ...periodShape }));
export type GoalChange = z.output<typeof updateGoalRequestSchema>;
export type NewGoal = z.output<typeof createGoalRequestSchema>;
