import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { runPersonSchema } from "./run.ts";

/** People per step. A person enters once, with their first entry in the period. */
export const eventFunnelSchema = responseSchema("EventFunnel", {
  steps: readonlyArray(
    z.strictObject({
      people: z.number(),
      /** Median time from the step before. Null for the first step, and without people. */
      median_ms: z.number().nullable(),
    }),
  ),
  /** People of the first step before the segment's rule. */
  checked: z.number(),
  /** False if there were too many events, and only the latest entries are counted. */
  whole: z.boolean(),
});
export type EventFunnel = ResponseOf<typeof eventFunnelSchema>;

/** Latest first. `total` also counts people beyond the listed ones. */
export const eventFunnelPeopleSchema = responseSchema("EventFunnelPeople", {
  total: z.number(),
  items: readonlyArray(
    z.strictObject({
      person: runPersonSchema,
      /** When they reached the step, or the step before if they dropped off. */
      at: z.iso.datetime(),
    }),
  ),
});
export type EventFunnelPeople = ResponseOf<typeof eventFunnelPeopleSchema>;
