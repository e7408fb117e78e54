/** Experiment results: `GET /api/contents/{id}/experiment`. */
import { z } from "zod";
import type { Arm } from "../../content/experiment.ts";
import { appIdSchema } from "../app-id.ts";

export const experimentQuerySchema = z.strictObject({
  app_id: appIdSchema,
  format: z.enum(["json", "csv"]).default("json"),
});

/** A share, or a difference of shares, with its 95% confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export type Lift =
  | {
      readonly kind: "not_enough_data";
      /** Required sample size: people in each of the two arms, and people of both who reached the goal. */
      readonly people_wanted: number;
      readonly reached_wanted: number;
      /** Estimated number of people still needed in both arms together. Null if no one has reached the goal. */
      readonly people_more: number | null;
    }
  | {
      readonly kind: "measured";
      /** Absolute difference of the two shares. */
      readonly difference: Estimate;
      /** Difference relative to the control's share. Null if no one in an arm reached the goal. */
      readonly relative: Estimate | null;
      /** Statistical significance, with a stricter threshold if several variants are compared. */
      readonly verdict: "better" | "worse" | "undecided";
    };

export interface ExperimentArm {
  readonly arm: Arm;
  /** People with their first view (or what would have been one) who hadn't reached the goal before. */
  readonly people: number;
  /** People who had reached the goal before. They are excluded from the results. */
  readonly reached_before: number;
  /** People who reached it within the goal's window after their view. */
  readonly reached: number;
  /** Of those, people attributed to this content by the goal's attribution (first or last). */
  readonly attributed: number;
  readonly share: Estimate;
  /** Compared with the control. Null for the control itself. */
  readonly lift: Lift | null;
}

export interface ExperimentGoal {
  readonly goal_id: string;
  readonly name: string;
  readonly window_days: number;
  readonly attribution: "first" | "last";
  readonly arms: readonly ExperimentArm[];
}

export interface ExperimentReport {
  readonly content_id: string;
  /** Whether the content is live in this app and people are being assigned now. */
  readonly running: boolean;
  /** Time of the first view, or of what would have been one. */
  readonly since: string | null;
  /** The holdout if there is one, otherwise variant A. */
  readonly control: Arm | null;
  readonly people: number;
  /** People who were in two arms because they weren't identified yet. They count in neither. */
  readonly crossed: number;
  readonly arms: readonly {
    readonly arm: Arm;
    /** Null for the holdout and variant A. */
    readonly name: string | null;
    readonly people: number;
    /** Number of people expected from the weights. */
    readonly expected: number;
  }[];
  /** Sample ratio check: `mismatch` if chance explains the split in less than 1 of 1,000 cases. */
  readonly sample_ratio: { readonly p: number; readonly mismatch: boolean } | null;
  /** The weights changed during the experiment, so people from before and after are mixed. */
  readonly weights_changed: boolean;
  readonly goals: readonly ExperimentGoal[];
}
