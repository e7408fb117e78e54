import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const dashboardLinkSchema = responseSchema("DashboardLink", {
  id: z.string(),
  /** Name of the member who created it. Null for an operator's token. */
  member: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Null until it's first opened. */
  last_viewed_at: z.iso.datetime().nullable(),
});
export type DashboardLink = ResponseOf<typeof dashboardLinkSchema>;

/** Newest first. Expired links aren't listed. */
export const dashboardLinksResponseSchema = responseSchema("DashboardLinksResponse", {
  items: readonlyArray(dashboardLinkSchema),
});

/** Only this response has the URL: the database stores a hash of its token. */
export const newDashboardLinkSchema = responseSchema("NewDashboardLink", {
  id: z.string(),
  url: z.string(),
  expires_at: z.iso.datetime(),
});
export type NewDashboardLink = ResponseOf<typeof newDashboardLinkSchema>;
