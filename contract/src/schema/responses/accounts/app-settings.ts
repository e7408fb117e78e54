import { z } from "zod";
import type { AppDetail, AppStatus } from "../../accounts/app-settings.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { appSettingsSchema } from "../stored-schemas.ts";

export const appDetailSchema = exactSchema<AppDetail>("AppDetail")(
  z.strictObject({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    paused: z.boolean(),
    require_identity: z.boolean(),
    allowed_origins: readonlyArray(z.string()),
    settings: appSettingsSchema,
    revision: z.number(),
  }),
);

export const appStatusSchema = exactSchema<AppStatus>("AppStatus")(
  z.strictObject({
    connections: z.number(),
    first_page_at: z.iso.datetime().nullable(),
    visitor_storage: z.enum(["cookie", "browser"]).nullable(),
  }),
);
