import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { appSettingsSchema } from "../stored-schemas.ts";

/** `GET /api/apps/{id}`. Its ETag is the revision. */
export const appDetailSchema = responseSchema("AppDetail", {
  id: z.string(),
  key: z.string(),
  name: z.string(),
  paused: z.boolean(),
  require_identity: z.boolean(),
  /** Empty: any origin. */
  allowed_origins: readonlyArray(z.string()),
  /** Complete, with defaults filled in. */
  settings: appSettingsSchema,
  revision: z.number(),
});
export type AppDetail = ResponseOf<typeof appDetailSchema>;

/** `GET /api/apps/{id}/status`: whether the app is in use. */
export const appStatusSchema = responseSchema("AppStatus", {
  /** Current live connections of any protocol. */
  connections: z.number(),
  /** First request of a page with the SDK. Null if there was none. */
  first_page_at: z.iso.datetime().nullable(),
  /**
   * How the newest page stores an anonymous visitor's identity. `cookie`: Fanfare's, if both share a site. `browser`:
   * storage that some browsers clear after a week. Null if no such page was seen since the server started.
   */
  visitor_storage: z.enum(["cookie", "browser"]).nullable(),
});
export type AppStatus = ResponseOf<typeof appStatusSchema>;
