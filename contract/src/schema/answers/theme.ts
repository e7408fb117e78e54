import { z } from "zod";
import type { ThemeDetail, ThemesResponse, ThemeUses } from "../theme.ts";
import { exactly, listOf } from "./exactly.ts";
import { themeSchema } from "./stored.ts";

export const themeDetailSchema = exactly<ThemeDetail>("ThemeDetail")(
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

export const themesResponseSchema = exactly<ThemesResponse>("ThemesResponse")(
  z.strictObject({ items: listOf(themeDetailSchema) }),
);

export const themeUsesSchema = exactly<ThemeUses>("ThemeUses")(
  z.strictObject({ contents: listOf(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })) }),
);
