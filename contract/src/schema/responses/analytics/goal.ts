import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../../content/celebration-preset.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** `GET /api/goals?app_id=`. `DELETE /api/goals/{id}?app_id=` responds with 204. */
export const goalSchema = responseSchema("Goal", {
  id: z.string(),
  name: z.string(),
  event_name: z.string(),
  props: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
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
