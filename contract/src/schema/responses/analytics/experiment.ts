import { z } from "zod";
import { ARMS } from "../../../content/experiment.ts";
import type { Estimate, ExperimentArm, ExperimentGoal, ExperimentReport, Lift } from "../../analytics/experiment.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

const estimateSchema = exactSchema<Estimate>("Estimate")(
  z.strictObject({ value: z.number(), low: z.number(), high: z.number() }),
);

const liftSchema = exactSchema<Lift>("Lift")(
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("not_enough_data"),
      people_wanted: z.number(),
      reached_wanted: z.number(),
      people_more: z.number().nullable(),
    }),
    z.strictObject({
      kind: z.literal("measured"),
      difference: estimateSchema,
      relative: estimateSchema.nullable(),
      verdict: z.enum(["better", "worse", "undecided"]),
    }),
  ]),
);

const experimentArmSchema = exactSchema<ExperimentArm>("ExperimentArm")(
  z.strictObject({
    arm: z.enum(ARMS),
    people: z.number(),
    reached_before: z.number(),
    reached: z.number(),
    attributed: z.number(),
    share: estimateSchema,
    lift: liftSchema.nullable(),
  }),
);

const experimentGoalSchema = exactSchema<ExperimentGoal>("ExperimentGoal")(
  z.strictObject({
    goal_id: z.string(),
    name: z.string(),
    window_days: z.number(),
    attribution: z.enum(["first", "last"]),
    arms: readonlyArray(experimentArmSchema),
  }),
);

export const experimentReportSchema = exactSchema<ExperimentReport>("ExperimentReport")(
  z.strictObject({
    content_id: z.string(),
    running: z.boolean(),
    since: z.iso.datetime().nullable(),
    control: z.enum(ARMS).nullable(),
    people: z.number(),
    crossed: z.number(),
    arms: readonlyArray(
      z.strictObject({ arm: z.enum(ARMS), name: z.string().nullable(), people: z.number(), expected: z.number() }),
    ),
    sample_ratio: z.strictObject({ p: z.number(), mismatch: z.boolean() }).nullable(),
    weights_changed: z.boolean(),
    goals: readonlyArray(experimentGoalSchema),
  }),
);
