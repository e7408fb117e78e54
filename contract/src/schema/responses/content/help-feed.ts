import { z } from "zod";
import { type ResponseOf, responseSchema } from "../response-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

/** State of a help center's feed. All times are null if the server hasn't read it yet. */
export const helpFeedSchema = responseSchema("HelpFeed", {
  url: z.string(),
  articles: z.number(),
  /** Last successful read. */
  read_at: z.iso.datetime().nullable(),
  tried_at: z.iso.datetime().nullable(),
  /** Why the last read failed. The articles of the last successful read stay. */
  failure: causeSchema.nullable(),
});
export type HelpFeed = ResponseOf<typeof helpFeedSchema>;
