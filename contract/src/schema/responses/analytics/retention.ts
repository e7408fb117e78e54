import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** Weeks of 7 days since each person's first time, from 0. */
const retentionWeekSchema = responseSchema("RetentionWeek", {
  week: z.number(),
  /** People whose week is over. */
  people: z.number(),
  /** Of them, people with an event in that week. */
  active: z.number(),
});

const wholeShape = {
  /** People before the segment's rule. */
  checked: z.number(),
  /** False if there were too many, and only the latest are counted. */
  whole: z.boolean(),
};

export const retentionSchema = responseSchema("Retention", {
  /** `completed`: since their first view. `other`: saw it and didn't. */
  groups: readonlyArray(
    z.strictObject({
      group: z.enum(["completed", "other"]),
      people: z.number(),
      weeks: readonlyArray(retentionWeekSchema),
    }),
  ),
  ...wholeShape,
});
export type Retention = ResponseOf<typeof retentionSchema>;

export const cohortsSchema = responseSchema("Cohorts", {
  /** Oldest first, without gaps. `day` is the Monday of the week of their first time, in UTC. */
  cohorts: readonlyArray(
    z.strictObject({ day: z.string(), people: z.number(), weeks: readonlyArray(retentionWeekSchema) }),
  ),
  ...wholeShape,
});
export type Cohorts = ResponseOf<typeof cohortsSchema>;
export type RetentionWeek = ResponseOf<typeof retentionWeekSchema>;
