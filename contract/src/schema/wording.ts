import { z } from "zod";
import { limits } from "../limits.ts";
import { variablesIn } from "../text-variables.ts";
import type { Translations } from "../translation.ts";
import { keySchema } from "./v1.ts";

/** Whether every variable of a text names an attribute and says what stands in its place where it is not known. */
function hasFallbacks(text: string): boolean {
  return variablesIn(text).every(
    ({ attribute, fallback }) => fallback !== undefined && fallback !== "" && keySchema.safeParse(attribute).success,
  );
}

const FALLBACK_MISSING =
  "Say what stands in its place where an attribute is not known: {{name|there}}, the name of the attribute first.";

/** A text that people read: its variables have fallbacks. */
export function worded(schema: z.ZodString): z.ZodString {
  return schema.refine(hasFallbacks, FALLBACK_MISSING);
}

/** A language tag (BCP 47), as browsers say it: `de`, `de-AT`, `zh-Hant`. */
export const localeSchema = z
  .string()
  .max(limits.language_chars_max)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "Use the tag of a language: de, de-AT, pt-BR.");

const textsSchema = z
  .record(z.string().max(limits.text_key_chars_max), worded(z.string().max(limits.step_text_chars_max)))
  .refine((texts) => Object.keys(texts).length <= limits.texts_max, `At most ${limits.texts_max} texts.`);

export const translationsSchema = z
  .record(localeSchema, textsSchema)
  .refine((all) => Object.keys(all).length <= limits.locales_max, `At most ${limits.locales_max} languages.`)
  .refine(
    (all) => new Set(Object.keys(all).map((tag) => tag.toLowerCase())).size === Object.keys(all).length,
    "A language is there twice.",
  ) satisfies z.ZodType<Translations>;
