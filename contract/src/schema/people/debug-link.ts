/** Debug links, which open the debug panel in a page of the customer's app, and the panel's requests. */
import { z } from "zod";
import type { CapFact } from "../../gates/gates.ts";
import { limits } from "../../limits.ts";
import type { Target } from "../../target/target.ts";
import { externalIdSchema, stepIdSchema } from "../client/v1.ts";
import type { ExplainedContent } from "../responses/people/explain.ts";

export const createDebugLinkRequestSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "Enter the full page URL, starting with https:// or http://." })
    .max(limits.page_url_chars_max),
  /** Target that the panel looks up immediately, because it's reported as missing. */
  place: z.strictObject({ content_id: z.string().min(1).max(limits.id_chars_max), step_id: stepIdSchema }).optional(),
});

/** A position in content that has a target. */
export type DebugTarget = NonNullable<z.output<typeof createDebugLinkRequestSchema>["place"]>;

/** Too many to guess. */
const PANEL_CHARS_MIN = 22;

/** `POST /v1/explain`: all live content, explained for the person on the page as for members. */
export const debugPanelRequestSchema = z.strictObject({
  debug_token: z.string().min(1).max(limits.identity_token_chars_max),
  /** Random ID of the panel. A debug link works only for the first panel that uses it. */
  panel: z.string().min(PANEL_CHARS_MIN).max(limits.id_chars_max),
  url: z.string().max(limits.page_url_chars_max),
  external_id: externalIdSchema.optional(),
  time_zone: z.string().max(limits.time_zone_chars_max).optional(),
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
});
export type DebugPanelRequest = z.input<typeof debugPanelRequestSchema>;

/** What the server can evaluate. Facts about the page are unknown here. */
export interface DebugPanelResponse {
  readonly person: {
    readonly id: string;
    readonly external_id: string | null;
    readonly verified: boolean;
  };
  readonly at: string;
  readonly expires_at: string;
  readonly items: readonly (ExplainedContent & { readonly version_id: string })[];
  /** The app's console. Its editor can take over targets found by the panel. */
  readonly console_url: string;
  readonly caps: readonly CapFact[];
  /** Subject of the link, if it's live and has a target. */
  readonly place?: DebugPanelTarget;
}

/** Subject of a debug link in its live version, regardless of the person. */
export interface DebugPanelTarget {
  readonly name: string;
  readonly station: string;
  readonly target: Target;
  readonly edit_url: string;
}
