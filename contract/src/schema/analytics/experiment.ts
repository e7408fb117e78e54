/** What came of an experiment: `GET /api/contents/{id}/experiment`. */
import { z } from "zod";
import type { Arm } from "../../content/experiment.ts";
import { appIdSchema } from "../app-id.ts";

export const experimentQuerySchema = z.strictObject({
  app_id: appIdSchema,
  format: z.enum(["json", "csv"]).default("json"),
});

/** A share, or a difference of shares, with the range that holds the true one in 95 of 100 experiments. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How much more (or less) of one arm than of the control reached a goal. */
export type Lift =
  | {
      readonly kind: "not_enough_data";
      /** What is wanted before anything is said: people in each of the two arms, and people of both who reached the goal. */
      readonly people_wanted: number;
      readonly reached_wanted: number;
      /** How many more people, of both arms together, that takes as things go; null while nobody reached the goal. */
      readonly people_more: number | null;
    }
  | {
      readonly kind: "measured";
      /** Of the two shares. */
      readonly difference: Estimate;
      /** The same as a part of the control's share; null where nobody of an arm reached the goal. */
      readonly relative: Estimate | null;
      /** Whether the difference is more than luck: judged more strictly where several variants are compared. */
      readonly verdict: "better" | "worse" | "undecided";
    };

export interface ExperimentArm {
  readonly arm: Arm;
  /** People who met the content for the first time, or would have, and had not reached the goal before. */
  readonly people: number;
  /** Those who had: nothing can be learnt from them. */
  readonly reached_before: number;
  /** How many reached it within the goal's window after that. */
  readonly reached: number;
  /** How many of those the goal's attribution (the first or the last content) puts down to this content. */
  readonly attributed: number;
  readonly share: Estimate;
  /** Against the control; null for the control itself. */
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
  /** Whether the content is live in this app, and people are being divided now. */
  readonly running: boolean;
  /** When somebody met it first, or would have. */
  readonly since: string | null;
  /** What the others are compared with: those held out where there are any, else variant A. */
  readonly control: Arm | null;
  readonly people: number;
  /** People who met two arms, because they were not known by name yet: they count in neither. */
  readonly crossed: number;
  readonly arms: readonly {
    readonly arm: Arm;
    /** What its author calls it; null for those held out and for variant A. */
    readonly name: string | null;
    readonly people: number;
    /** How many there would be if people had fallen exactly as was meant. */
    readonly expected: number;
  }[];
  /** Whether people fell into the arms as was meant: `mismatch` where luck explains it in less than 1 of 1,000 cases. */
  readonly sample_ratio: { readonly p: number; readonly mismatch: boolean } | null;
  /** The weights were changed while it ran: people from before and after are mixed. */
  readonly weights_changed: boolean;
  readonly goals: readonly ExperimentGoal[];
}
