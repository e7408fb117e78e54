import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

const searchTextSchema = responseSchema("SearchText", {
  /** As last typed. Case and spaces don't matter. */
  query: z.string(),
  searches: z.number(),
  people: z.number(),
  /** Searches of this text that found nothing. */
  without_results: z.number(),
});
export type SearchText = ResponseOf<typeof searchTextSchema>;

export const searchReportSchema = responseSchema("SearchReport", {
  searches: z.number(),
  people: z.number(),
  without_results: z.number(),
  /** The most frequent searches. */
  most_frequent: readonlyArray(searchTextSchema),
  /** Searches that found nothing, the most frequent first. */
  found_nothing: readonlyArray(searchTextSchema),
  /** True if there were more searches than a report reads. It has the latest. */
  truncated: z.boolean(),
});
export type SearchReport = ResponseOf<typeof searchReportSchema>;
