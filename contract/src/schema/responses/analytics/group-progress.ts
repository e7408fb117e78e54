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

const groupChecklistSchema = responseSchema("GroupChecklist", {
  content_id: z.string(),
  name: z.string(),
  /** IDs of the completed tasks, in the order in which they were completed. */
  done: readonlyArray(z.string()),
  /** IDs of all tasks of the live version, or of the draft if none is live. */
  tasks: readonlyArray(z.string()),
  /** Whether the group has completed all of these tasks. */
  finished: z.boolean(),
  last_done_at: z.iso.datetime(),
});
export type GroupChecklist = ResponseOf<typeof groupChecklistSchema>;

/** The latest first, at most `limits.page_size_max`. */
export const groupChecklistsSchema = responseSchema("GroupChecklists", { items: readonlyArray(groupChecklistSchema) });

export const groupProgressPageSchema = pageSchema("GroupProgressPage", groupProgressSchema);
