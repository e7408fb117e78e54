import { z } from "zod";
import { limits } from "../../limits.ts";
import { localeSchema } from "./text.ts";

const TRANSLATION_FILTERS = ["all", "gaps"] as const;

/** `GET /api/translations`. `gaps` returns content with missing texts in `language`, or in any language if omitted. */
export const translationsQuerySchema = z.strictObject({
  language: localeSchema.optional(),
  show: z.enum(TRANSLATION_FILTERS).default("all"),
  q: z.string().max(limits.content_name_chars_max).default(""),
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export type TranslationsQuery = z.input<typeof translationsQuerySchema>;

/** `GET /api/translations/file` responds with CSV in {@link TRANSLATION_COLUMNS}. `POST` imports one, as JSON. */
export const translationFileQuerySchema = z.strictObject({
  language: localeSchema,
  show: z.enum(TRANSLATION_FILTERS).default("all"),
});
export const translationImportRequestSchema = z.strictObject({
  language: localeSchema,
  csv: z.string().max(limits.translation_file_bytes_max),
});

/** `GET /api/text-matches` finds a text in all drafts that aren't archived. */
export const textMatchesQuerySchema = z.strictObject({
  q: z.string().min(1, "Enter text.").max(limits.search_chars_max),
  letters: z.enum(["any_case", "same_case"]).default("any_case"),
  match: z.enum(["anywhere", "whole_words"]).default("anywhere"),
});
export type TextMatchesQuery = z.output<typeof textMatchesQuerySchema>;

/** `content` is a slug and `variant` a letter. Translators only fill in the last column. */
export const TRANSLATION_COLUMNS = ["content", "variant", "key", "text", "translation"] as const;
