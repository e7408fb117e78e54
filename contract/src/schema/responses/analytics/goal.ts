import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../../content/celebration-preset.ts";
import type { Goal, GoalsResponse } from "../../analytics/goal.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

export const goalSchema = exactSchema<Goal>("Goal")(
  z.strictObject({
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
  }),
);

export const goalsResponseSchema = exactSchema<GoalsResponse>("GoalsResponse")(
  z.strictObject({ items: readonlyArray(goalSchema) }),
);
