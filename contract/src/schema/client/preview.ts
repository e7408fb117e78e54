/** Preview links: drafts on pages of the customer's app, for people who aren't members. */
import { z } from "zod";
import type { Edition } from "../../content/content.ts";
import { limits } from "../../limits.ts";
import type { PageThemes } from "../../theme/theme.ts";
import { createDebugLinkRequestSchema } from "../people/debug-link.ts";

export const createPreviewLinkRequestSchema = z.strictObject({
  url: createDebugLinkRequestSchema.shape.url,
  content_id: z.string().min(1).max(limits.id_chars_max),
  expires_in_days: z.number().int().min(1).max(limits.preview_link_days_max).default(limits.preview_link_days_default),
});

/** The link's token is the bearer token. */
export const previewRequestSchema = z.strictObject({});

/** The draft as an unknown visitor with the page's languages would see it. Who would see it never leaves the server. */
export interface PreviewResponse {
  readonly name: string;
  readonly app: { readonly name: string };
  /** Name of the member who created the link. */
  readonly shared_by: string;
  readonly expires_at: string;
  readonly edition: Pick<Edition, "body" | "locale" | "theme">;
  readonly themes: PageThemes | undefined;
}
