import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../../content/celebration-preset.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { propertyTestsSchema } from "../stored-schemas.ts";

/** `GET /api/goals?app_id=`. `DELETE /api/goals/{id}?app_id=` responds with 204. */
export const goalSchema = responseSchema("Goal", {
  id: z.string(),
  name: z.string(),
  event_name: z.string(),
  /** Tests of the event's properties, all of which must pass. */
  props: propertyTestsSchema,
  window_days: z.number(),
  attribution: z.enum(["first", "last"]),
  celebration: z.enum(CELEBRATION_PRESETS).nullable(),
  created_at: z.iso.datetime(),
  people: z.number(),
  revision: z.number(),
});
export type Goal = ResponseOf<typeof goalSchema>;

export const goalsResponseSchema = responseSchema("GoalsResponse", { items: readonlyArray(goalSchema) });
export type GoalsResponse = ResponseOf<typeof goalsResponseSchema>;

/** People who completed a goal in a period, by day and by the content that their completion is attributed to. */
export const goalReportSchema = responseSchema("GoalReport", {
  people: z.number(),
  /** People in the same number of days before. */
  before: z.number(),
  /** Days per point: 1, or 7 for long periods. */
  days: z.number(),
  /** Oldest first, without gaps. `day` is the first one, in UTC. */
  points: readonlyArray(z.strictObject({ day: z.string(), people: z.number() })),
  /** Most people first. `content_id` and `name` are null for people who saw nothing in the attribution window. */
  contents: readonlyArray(
    z.strictObject({ content_id: z.string().nullable(), name: z.string().nullable(), people: z.number() }),
  ),
});
export type GoalReport = ResponseOf<typeof goalReportSchema>;
