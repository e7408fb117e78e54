/** A link that opens the debug panel in a page of the customer's application, and what that panel asks. */
import { z } from "zod";
import type { CapFact } from "../../gates/gates.ts";
import { limits } from "../../limits.ts";
import type { Target } from "../../target/target.ts";
import { appIdSchema } from "../app-id.ts";
import { externalIdSchema, stepIdSchema } from "../client/v1.ts";
import type { ExplainedContent } from "./explain.ts";

/** `POST /api/debug-links`: which page of which app. */
export const createDebugLinkRequestSchema = z.strictObject({
  app_id: appIdSchema,
  url: z
    .url({ protocol: /^https?$/, error: "Enter the full page URL, starting with https:// or http://." })
    .max(limits.page_url_chars_max),
  /** The target that the panel is to look for at once: evidence says that it is lost. */
  place: z.strictObject({ content_id: z.string().min(1).max(limits.id_chars_max), step_id: stepIdSchema }).optional(),
});

/** A place of a content that points at something. */
export type DebugTarget = NonNullable<z.output<typeof createDebugLinkRequestSchema>["place"]>;

/** Whoever opens it sees the panel, until then. It ends with the sign-in of the member who made it, too. */
export interface DebugLink {
  readonly url: string;
  readonly expires_at: string;
}

/** `POST /v1/explain`: everything that is live, for the person in the page, as members see it. */
export const debugPanelRequestSchema = z.strictObject({
  debug_token: z.string().min(1).max(limits.identity_token_chars_max),
  url: z.string().max(limits.page_url_chars_max),
  external_id: externalIdSchema.optional(),
  time_zone: z.string().max(limits.time_zone_chars_max).optional(),
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
});
export type DebugPanelRequest = z.input<typeof debugPanelRequestSchema>;

/** What the server knows; what only the page knows is unknown in it. */
export interface DebugPanelResponse {
  readonly person: {
    readonly id: string;
    readonly external_id: string | null;
    readonly verified: boolean;
  };
  readonly at: string;
  /** When the link ends. */
  readonly expires_at: string;
  readonly items: readonly (ExplainedContent & { readonly version_id: string })[];
  /** The console of this app: its editor takes over the targets that the panel finds. */
  readonly console_url: string;
  /** How far the person is in each cap group. */
  readonly caps: readonly CapFact[];
  /** What the link is about, where it is live and points at something. */
  readonly place?: DebugPanelTarget;
}

/** The place that a debug link is about: as it is live, whoever is in the page. */
export interface DebugPanelTarget {
  readonly name: string;
  readonly station: string;
  readonly target: Target;
  /** The editor of its content. */
  readonly edit_url: string;
}
