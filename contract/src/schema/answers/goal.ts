import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../celebration.ts";
import type { Goal, GoalsResponse } from "../goal.ts";
import { exactly, listOf } from "./exactly.ts";

export const goalSchema = exactly<Goal>("Goal")(
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

export const goalsResponseSchema = exactly<GoalsResponse>("GoalsResponse")(
  z.strictObject({ items: listOf(goalSchema) }),
);
