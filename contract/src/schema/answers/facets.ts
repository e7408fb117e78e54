import { z } from "zod";
import type { Facet } from "../facets.ts";
import { exactly, listOf } from "./exactly.ts";

export const facetSchema = exactly<Facet>("Facet")(
  z.strictObject({ items: listOf(z.strictObject({ value: z.string(), count: z.number() })), exact: z.boolean() }),
);
