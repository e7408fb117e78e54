import { z } from "zod";
import { GATES } from "../../../gates/gates.ts";
import { RECIPIENT_STATES } from "../../../realtime/recipient.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { gateResultSchema } from "../stored-schemas.ts";

/** Result for one content item. The first gate that blocks decides and is the first in `gates`. */
const explainedContentSchema = responseSchema("ExplainedContent", {
  content_id: z.string(),
  slug: z.string(),
  name: z.string(),
  outcome: z.enum(["show", "hide", "unknown"]),
  gate: z.enum(GATES).nullable(),
  gates: readonlyArray(gateResultSchema),
});
export type ExplainedContent = ResponseOf<typeof explainedContentSchema>;

/** Current name of an ID in the evidence. Null if it was deleted. */
const namedReferenceSchema = responseSchema("Mentioned", {
  kind: z.enum(["segment", "content", "goal"]),
  id: z.string(),
  name: z.string().nullable(),
});
export type NamedReference = ResponseOf<typeof namedReferenceSchema>;

const explanation = {
  url: z.string().nullable(),
  at: z.iso.datetime(),
  items: readonlyArray(explainedContentSchema),
  /** Current names of the IDs in the evidence. */
  names: readonlyArray(namedReferenceSchema),
  /** Live content with a button that starts the requested content, whatever its gates say. */
  started_by: readonlyArray(z.strictObject({ id: z.string(), name: z.string() })),
};

export const hypotheticalExplanationSchema = responseSchema("HypotheticalExplanation", explanation);
export type HypotheticalExplanation = ResponseOf<typeof hypotheticalExplanationSchema>;

export const explainReportSchema = responseSchema("ExplainAnswer", {
  person: z.strictObject({
    external_id: z.string(),
    known: z.boolean(),
    watched: z.boolean(),
    /** Whether messages to this person alone reach them. */
    messages: z.enum(RECIPIENT_STATES),
  }),
  ...explanation,
  /** `log`: the decision made at that time. `gates` then only has those that didn't pass. */
  source: z.enum(["now", "log"]),
  /** Content shown to the person in the minutes after that time. */
  shown: readonlyArray(z.strictObject({ content_id: z.string(), started_at: z.iso.datetime() })),
});
export type ExplainReport = ResponseOf<typeof explainReportSchema>;
