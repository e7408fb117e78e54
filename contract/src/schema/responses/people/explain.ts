import { z } from "zod";
import { GATES } from "../../../gates/gates.ts";
import type { ExplainedContent, ExplainReport, NamedReference } from "../../people/explain.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { gateResultSchema } from "../stored-schemas.ts";

const explainedContentSchema = exactSchema<ExplainedContent>("ExplainedContent")(
  z.strictObject({
    content_id: z.string(),
    slug: z.string(),
    name: z.string(),
    outcome: z.enum(["show", "hide", "unknown"]),
    gate: z.enum(GATES).nullable(),
    gates: readonlyArray(gateResultSchema),
  }),
);

const namedReferenceSchema = exactSchema<NamedReference>("Mentioned")(
  z.strictObject({ kind: z.enum(["segment", "content", "goal"]), id: z.string(), name: z.string().nullable() }),
);

export const explainReportSchema = exactSchema<ExplainReport>("ExplainAnswer")(
  z.strictObject({
    person: z.strictObject({ external_id: z.string(), known: z.boolean(), watched: z.boolean() }),
    url: z.string().nullable(),
    at: z.iso.datetime(),
    source: z.enum(["now", "log"]),
    items: readonlyArray(explainedContentSchema),
    names: readonlyArray(namedReferenceSchema),
    shown: readonlyArray(z.strictObject({ content_id: z.string(), started_at: z.iso.datetime() })),
  }),
);
