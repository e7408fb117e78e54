import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** Choices by frequency. Choices without rows are omitted. */
export const facetSchema = responseSchema("Facet", {
  items: readonlyArray(z.strictObject({ value: z.string(), count: z.number() })),
  /** False if only the first `facet_rows_counted_max` rows were counted, or if counts are estimates. */
  exact: z.boolean(),
});
export type Facet = ResponseOf<typeof facetSchema>;
