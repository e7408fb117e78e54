import { z } from "zod";
import { limits } from "../../limits.ts";
import { findVariables } from "../../translation/text-variables.ts";
import type { Translations } from "../../translation/translation.ts";
import { keySchema } from "../client/v1.ts";

/** Whether every variable has an attribute name and a fallback. */
function hasFallbacks(text: string): boolean {
  return findVariables(text).every(
    ({ attribute, fallback }) => fallback !== undefined && fallback !== "" && keySchema.safeParse(attribute).success,
  );
}

const FALLBACK_MISSING =
  "Add a fallback for people without this attribute: {{name|there}}, with the attribute name first.";

/** User-visible text. Its variables need fallbacks. */
export function textWithVariables(schema: z.ZodString): z.ZodString {
  return schema.refine(hasFallbacks, FALLBACK_MISSING);
}

/** BCP 47 tag as used by browsers: `de`, `de-AT`, `zh-Hant`. */
export const localeSchema = z
  .string()
  .max(limits.language_chars_max)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "Use a language tag: de, de-AT, or pt-BR.");

export const textsSchema = z
  .record(z.string().max(limits.text_key_chars_max), textWithVariables(z.string().max(limits.translation_chars_max)))
  .refine((texts) => Object.keys(texts).length <= limits.texts_max, `Use at most ${limits.texts_max} texts.`);

export const translationsSchema = z
  .record(localeSchema, textsSchema)
  .refine((all) => Object.keys(all).length <= limits.locales_max, `Use at most ${limits.locales_max} languages.`)
  .refine(
    (all) => new Set(Object.keys(all).map((tag) => tag.toLowerCase())).size === Object.keys(all).length,
    "A language appears twice. Remove one of the entries.",
  ) satisfies z.ZodType<Translations>;
