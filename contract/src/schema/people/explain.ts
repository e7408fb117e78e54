import { z } from "zod";
import type { Gate, GateResult } from "../../gates/evaluate.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/explain`. Without `content`, it covers all live content. */
export const explainQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** External ID, or name of an anonymous visitor. */
  person: z.string().min(1).max(limits.person_name_chars_max),
  /** ID or slug. */
  content: z.string().min(1).max(limits.content_ref_chars_max).optional(),
  /** Page URL. Without it, the URL gate stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  /** A time in the past, answered from the decision log. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type ExplainQuery = z.input<typeof explainQuerySchema>;

/** Result for one content item. The first gate that blocks decides and is the first in `gates`. */
export interface ExplainedContent {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly outcome: "show" | "hide" | "unknown";
  readonly gate: Gate | null;
  readonly gates: readonly GateResult[];
}

/** Current name of an ID in the evidence. Null if it was deleted. */
export interface NamedReference {
  readonly kind: "segment" | "content" | "goal";
  readonly id: string;
  readonly name: string | null;
}

export interface ExplainReport {
  readonly person: { readonly external_id: string; readonly known: boolean; readonly watched: boolean };
  readonly url: string | null;
  readonly at: string;
  /** `log`: the decision made at that time. `gates` then only has those that didn't pass. */
  readonly source: "now" | "log";
  readonly items: readonly ExplainedContent[];
  /** Current names of the IDs in the evidence. */
  readonly names: readonly NamedReference[];
  /** Content shown to the person in the minutes after that time. */
  readonly shown: readonly { readonly content_id: string; readonly started_at: string }[];
}
