import { z } from "zod";
import { type ResponseOf, responseSchema } from "../response-schema.ts";

/**
 * Anyone who opens the URL sees the panel until it expires. It also ends with the session of the member who created it.
 */
export const debugLinkSchema = responseSchema("DebugLink", { url: z.string(), expires_at: z.iso.datetime() });
export type DebugLink = ResponseOf<typeof debugLinkSchema>;
