/** Goals: events to reach, and their attribution to content. */
import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

const plainSchema = z.union([z.string().max(limits.attribute_text_chars_max), z.number(), z.boolean()]);

const goalFields = {
  name: z.string().trim().min(1, "Enter a goal name.").max(limits.goal_name_chars_max),
  event_name: z.string().min(1, "Enter an event name.").max(limits.event_name_chars_max),
  /** Event props that must have exactly these values. */
  props: z
    .record(z.string().min(1).max(limits.attribute_key_chars_max), plainSchema)
    .refine(
      (props) => Object.keys(props).length <= limits.goal_props_max,
      `Add at most ${limits.goal_props_max} properties.`,
    ),
  /** Attribution window after a run. */
  window_days: z.number().positive().max(limits.goal_window_days_max),
  attribution: z.enum(["first", "last"]),
  celebration: z.enum(CELEBRATION_PRESETS).nullable(),
};

export const createGoalRequestSchema = z.strictObject({
  name: goalFields.name,
  event_name: goalFields.event_name,
  props: goalFields.props.default({}),
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
