/** Why a person sees a content, or does not, as members and scripts ask. */
import { z } from "zod";
import type { Gate, GateResult } from "../../gates/evaluate.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/explain`. Without `content` it answers for everything that is live. */
export const explainQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** External id, or the name of an anonymous person. */
  person: z.string().min(1).max(limits.person_name_chars_max),
  /** Id or slug. */
  content: z.string().min(1).max(limits.content_ref_chars_max).optional(),
  /** The page's address; without it the gate of the address stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  /** A moment that is past: answered from the log of decisions. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type ExplainQuery = z.input<typeof explainQuerySchema>;

/** What came of one content. The first gate that blocks decides; `gates` begins with it. */
export interface ExplainedContent {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly outcome: "show" | "hide" | "unknown";
  readonly gate: Gate | null;
  readonly gates: readonly GateResult[];
}

/** What evidence names by its id. Null: it was deleted. */
export interface NamedReference {
  readonly kind: "segment" | "content" | "goal";
  readonly id: string;
  readonly name: string | null;
}

export interface ExplainReport {
  readonly person: { readonly external_id: string; readonly known: boolean; readonly watched: boolean };
  readonly url: string | null;
  /** Which moment it is about. */
  readonly at: string;
  /** `log`: what was decided then; its gates are those that did not pass. */
  readonly source: "now" | "log";
  readonly items: readonly ExplainedContent[];
  /** What the evidence names by an id, with what it is called now. */
  readonly names: readonly NamedReference[];
  /** What was shown to the person within the minutes after that moment. */
  readonly shown: readonly { readonly content_id: string; readonly started_at: string }[];
}
