import { z } from "zod";
import type { AppDetail, AppStatus } from "../app-settings.ts";
import { exactly, listOf } from "./exactly.ts";
import { appSettingsSchema } from "./stored.ts";

export const appDetailSchema = exactly<AppDetail>("AppDetail")(
  z.strictObject({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    paused: z.boolean(),
    require_identity: z.boolean(),
    allowed_origins: listOf(z.string()),
    settings: appSettingsSchema,
    revision: z.number(),
  }),
);

export const appStatusSchema = exactly<AppStatus>("AppStatus")(
  z.strictObject({
    connections: z.number(),
    first_page_at: z.iso.datetime().nullable(),
    visitor_storage: z.enum(["cookie", "browser"]).nullable(),
  }),
);
