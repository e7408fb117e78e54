import { z } from "zod";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

const groupProgressSchema = responseSchema("GroupProgress", {
  /** External ID of the group. */
  external_id: z.string(),
  name: z.string().nullable(),
  /** IDs of the completed tasks, in the order in which they were completed. */
  done: readonlyArray(z.string()),
  /** All tasks of the live version, or of the draft if none is live. */
  finished: z.boolean(),
  last_done_at: z.iso.datetime(),
});
export type GroupProgressItem = ResponseOf<typeof groupProgressSchema>;

export const groupProgressPageSchema = pageSchema("GroupProgressPage", groupProgressSchema);
