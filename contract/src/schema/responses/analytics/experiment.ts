import { z } from "zod";
import { ARMS } from "../../../content/experiment.ts";
import { namedSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** A share, or a difference of shares, with its 95% confidence interval. */
export const estimateSchema = responseSchema("Estimate", { value: z.number(), low: z.number(), high: z.number() });
export type Estimate = ResponseOf<typeof estimateSchema>;

export const liftSchema = namedSchema(
  "Lift",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("not_enough_data"),
      /** Required sample size: people in each of the two arms, and people of both who reached the goal. */
      people_wanted: z.number(),
      reached_wanted: z.number(),
      /** Estimated number of people still needed in both arms together. Null if no one has reached the goal. */
      people_more: z.number().nullable(),
    }),
    z.strictObject({
      kind: z.literal("measured"),
      /** Absolute difference of the two shares. */
      difference: estimateSchema,
      /** Difference relative to the control's share. Null if no one in an arm reached the goal. */
      relative: estimateSchema.nullable(),
      /** Statistical significance, with a stricter threshold if several variants are compared. */
      verdict: z.enum(["better", "worse", "undecided"]),
    }),
  ]),
);
export type Lift = ResponseOf<typeof liftSchema>;

const experimentArmSchema = responseSchema("ExperimentArm", {
  arm: z.enum(ARMS),
  /** People with their first view (or what would have been one) who hadn't reached the goal before. */
  people: z.number(),
  /** People who had reached the goal before. They are excluded from the results. */
  reached_before: z.number(),
  /** People who reached it within the goal's window after their view. */
  reached: z.number(),
  /** Of those, people attributed to this content by the goal's attribution (first or last). */
  attributed: z.number(),
  share: estimateSchema,
  /** Compared with the control. Null for the control itself. */
  lift: liftSchema.nullable(),
});
export type ExperimentArm = ResponseOf<typeof experimentArmSchema>;

const experimentGoalSchema = responseSchema("ExperimentGoal", {
  goal_id: z.string(),
  name: z.string(),
  window_days: z.number(),
  attribution: z.enum(["first", "last"]),
  arms: readonlyArray(experimentArmSchema),
});
export type ExperimentGoal = ResponseOf<typeof experimentGoalSchema>;

export const experimentReportSchema = responseSchema("ExperimentReport", {
  content_id: z.string(),
  /** Whether the content is live in this app and people are being assigned now. */
  running: z.boolean(),
  /** Time of the first view, or of what would have been one. */
  since: z.iso.datetime().nullable(),
  /** The holdout if there is one, otherwise variant A. */
  control: z.enum(ARMS).nullable(),
  people: z.number(),
  /** People who were in two arms because they weren't identified yet. They count in neither. */
  crossed: z.number(),
  arms: readonlyArray(
    z.strictObject({
      arm: z.enum(ARMS),
      /** Null for the holdout and variant A. */
      name: z.string().nullable(),
      people: z.number(),
      /** Number of people expected from the weights. */
      expected: z.number(),
    }),
  ),
  /** Sample ratio check: `mismatch` if chance explains the split in less than 1 of 1,000 cases. */
  sample_ratio: z.strictObject({ p: z.number(), mismatch: z.boolean() }).nullable(),
  /** The weights changed during the experiment, so people from before and after are mixed. */
  weights_changed: z.boolean(),
  goals: readonlyArray(experimentGoalSchema),
});
export type ExperimentReport = ResponseOf<typeof experimentReportSchema>;
