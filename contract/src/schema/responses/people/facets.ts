import { z } from "zod";
import type { Facet } from "../../people/facets.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

export const facetSchema = exactSchema<Facet>("Facet")(
  z.strictObject({
    items: readonlyArray(z.strictObject({ value: z.string(), count: z.number() })),
    exact: z.boolean(),
  }),
);
