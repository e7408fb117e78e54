/** Themes, which belong to the workspace, like content. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { isHexColor } from "../../theme/contrast.ts";
import { THEME_COLORS, THEME_DENSITIES, THEME_MODES, THEME_SHADOWS, type Theme } from "../../theme/theme.ts";

const hexColorSchema = z.string().trim().toLowerCase().refine(isHexColor, "Enter a hex color, such as #5336e2.");

const paletteSchema = z.record(z.enum(THEME_COLORS), hexColorSchema);

/** Font family name: letters, digits, spaces, and hyphens, so that it needs no escaping in quotes. */
const FAMILY = /^[A-Za-z][A-Za-z0-9 -]{0,39}$/;

/** Shape of a theme. Contrast is checked on save. */
export const themeSchema = z.strictObject({
  mode: z.enum(THEME_MODES),
  host_attribute: z
    .strictObject({
      name: z.string().regex(/^(class|data-[a-z0-9-]{1,40})$/, "Use class, or an attribute that starts with data-."),
      dark: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "Use one word of letters, digits, -, and _."),
    })
    .optional(),
  light: paletteSchema,
  dark: paletteSchema,
  radius_px: z.int().min(0).max(limits.theme_radius_px_max),
  density: z.enum(THEME_DENSITIES),
  shadow: z.enum(THEME_SHADOWS),
  backdrop_percent: z.int().min(limits.theme_backdrop_percent_min).max(limits.theme_backdrop_percent_max),
  fonts: z
    .array(z.string().trim().regex(FAMILY, "Enter a font family name. Use letters, digits, spaces, and hyphens."))
    .max(limits.theme_fonts_max),
  confetti: z.array(hexColorSchema).max(limits.celebration_colors_max),
}) satisfies z.ZodType<Theme>;

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.theme_name_chars_max);

/**
 * `POST /api/themes` responds with 201 and a {@link ThemeDetail}. `PUT /api/themes/{id}` with `If-Match` responds with
 * the new one.
 */
export const putThemeRequestSchema = z.strictObject({ name: nameSchema, theme: themeSchema });
export type PutThemeRequest = z.input<typeof putThemeRequestSchema>;

/** `PUT /api/default-theme` sets the theme of all content without its own. Null is the built-in theme. */
export const defaultThemeRequestSchema = z.strictObject({ id: z.string().max(limits.id_chars_max).nullable() });

/** Theme of content: an ID, or `built_in`. */
export const themeChoiceSchema = z.string().regex(/^(built_in|thm_[0-9a-f-]{36})$/, "Use a theme ID or built_in.");
