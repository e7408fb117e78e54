import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { themeSchema } from "../stored-schemas.ts";

export const themeDetailSchema = responseSchema("ThemeDetail", {
  id: z.string(),
  name: z.string(),
  theme: themeSchema,
  is_default: z.boolean(),
  revision: z.number(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ThemeDetail = ResponseOf<typeof themeDetailSchema>;

/** `GET /api/themes`, sorted by name. */
export const themesResponseSchema = responseSchema("ThemesResponse", { items: readonlyArray(themeDetailSchema) });
export type ThemesResponse = ResponseOf<typeof themesResponseSchema>;

/** `GET /api/themes/{id}/uses`: content that uses the theme. Live content prevents its deletion. */
export const themeUsesSchema = responseSchema("ThemeUses", {
  contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
});
