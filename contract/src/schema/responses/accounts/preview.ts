import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

const fields = {
  id: z.string(),
  /** Name of the member who created it. */
  member: z.string(),
  /** Whether it's the caller's. */
  own: z.boolean(),
  content_id: z.string(),
  content_name: z.string(),
  origin: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
};

export const previewLinkSchema = responseSchema("PreviewLink", fields);
export type PreviewLink = ResponseOf<typeof previewLinkSchema>;

/** Only this response has the URL: the database stores a hash of its token. */
export const newPreviewLinkSchema = responseSchema("NewPreviewLink", {
  id: z.string(),
  url: z.string(),
  expires_at: z.iso.datetime(),
});
export type NewPreviewLink = ResponseOf<typeof newPreviewLinkSchema>;

export const previewLinksSchema = responseSchema("PreviewLinks", { items: readonlyArray(previewLinkSchema) });
