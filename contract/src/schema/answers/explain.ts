import { z } from "zod";
import { GATES } from "../../gates.ts";
import type { ExplainAnswer, ExplainedContent, Mentioned } from "../explain.ts";
import { exactly, listOf } from "./exactly.ts";
import { gateResultSchema } from "./stored.ts";

export const explainedContentSchema = exactly<ExplainedContent>("ExplainedContent")(
  z.strictObject({
    content_id: z.string(),
    slug: z.string(),
    name: z.string(),
    outcome: z.enum(["show", "hide", "unknown"]),
    gate: z.enum(GATES).nullable(),
    gates: listOf(gateResultSchema),
  }),
);

export const mentionedSchema = exactly<Mentioned>("Mentioned")(
  z.strictObject({ kind: z.enum(["segment", "content", "goal"]), id: z.string(), name: z.string().nullable() }),
);

export const explainAnswerSchema = exactly<ExplainAnswer>("ExplainAnswer")(
  z.strictObject({
    person: z.strictObject({ external_id: z.string(), known: z.boolean(), watched: z.boolean() }),
    url: z.string().nullable(),
    at: z.iso.datetime(),
    source: z.enum(["now", "log"]),
    items: listOf(explainedContentSchema),
    names: listOf(mentionedSchema),
    shown: listOf(z.strictObject({ content_id: z.string(), started_at: z.iso.datetime() })),
  }),
);
