import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** Opens the builder on the page once, until `expires_at` or until the member signs out. */
export const builderLinkSchema = responseSchema("BuilderLink", {
  id: z.string(),
  url: z.string(),
  expires_at: z.iso.datetime(),
});
export type BuilderLink = ResponseOf<typeof builderLinkSchema>;

export const builderSessionSchema = responseSchema("BuilderSession", {
  id: z.string(),
  member: z.string(),
  /** Whether it's the caller's. */
  own: z.boolean(),
  content_id: z.string(),
  content_name: z.string(),
  origin: z.string(),
  /** False: the link was created, but no page has used it. */
  opened: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
});
export type BuilderSession = ResponseOf<typeof builderSessionSchema>;

export const builderSessionsSchema = responseSchema("BuilderSessions", { items: readonlyArray(builderSessionSchema) });
