import { z } from "zod";
import type { ThemeDetail, ThemesResponse, ThemeUses } from "../../content/theme.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { themeSchema } from "../stored-schemas.ts";

export const themeDetailSchema = exactSchema<ThemeDetail>("ThemeDetail")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    theme: themeSchema,
    is_default: z.boolean(),
    revision: z.number(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
);

export const themesResponseSchema = exactSchema<ThemesResponse>("ThemesResponse")(
  z.strictObject({ items: readonlyArray(themeDetailSchema) }),
);

export const themeUsesSchema = exactSchema<ThemeUses>("ThemeUses")(
  z.strictObject({ contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })) }),
);
