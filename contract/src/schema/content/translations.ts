/** Translations of all contents at once: what is missing, and files for who translates. */
import { z } from "zod";
import type { ContentType } from "../../content/body.ts";
import { limits } from "../../limits.ts";
import type { Cause } from "../../wording/cause.ts";
import { appIdSchema } from "../app-id.ts";
import { localeSchema } from "./text.ts";

const TRANSLATION_FILTERS = ["all", "gaps"] as const;

/** `GET /api/translations`: `gaps` shows the contents that lack something in `language`, or in any where none is given. */
export const translationsQuerySchema = z.strictObject({
  language: localeSchema.optional(),
  show: z.enum(TRANSLATION_FILTERS).default("all"),
  q: z.string().max(limits.content_name_chars_max).default(""),
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export type TranslationsQuery = z.input<typeof translationsQuerySchema>;

/** `GET /api/translations/file` answers CSV with the columns {@link TRANSLATION_COLUMNS}; `POST` takes one back, in JSON. */
export const translationFileQuerySchema = z.strictObject({
  language: localeSchema,
  show: z.enum(TRANSLATION_FILTERS).default("all"),
});
export const translationImportRequestSchema = z.strictObject({
  app_id: appIdSchema,
  language: localeSchema,
  csv: z.string().max(limits.translation_file_bytes_max),
});

/** `content` is a slug, `variant` the letter of an edition of it; who translates fills in the last one alone. */
export const TRANSLATION_COLUMNS = ["content", "variant", "key", "text", "translation"] as const;

export interface TranslatedContent {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly type: ContentType;
  /** The language that it is written in; null where its author did not say. */
  readonly locale: string | null;
  readonly texts: number;
  /** Languages that have been begun. */
  readonly languages: readonly { readonly language: string; readonly missing: number }[];
}

export interface TranslationsPage {
  readonly items: readonly TranslatedContent[];
  readonly next: string | null;
  readonly total: number;
  /** Every language that any content is translated into, over all contents. */
  readonly languages: readonly LanguageProgress[];
}

export interface LanguageProgress {
  readonly language: string;
  /** Texts of the contents that are not written in it. */
  readonly texts: number;
  readonly missing: number;
}

/** What became of a file that came back. Each content is changed as a whole or not at all. */
export interface TranslationImport {
  readonly contents: number;
  readonly texts: number;
  /** Rows that say what is there already, or nothing. */
  readonly unchanged: number;
  readonly refused: number;
  /** The first of those that were refused. */
  readonly refusals: readonly RejectedTranslation[];
}

export interface RejectedTranslation {
  readonly line: number;
  readonly content: string;
  readonly key: string;
  /** `cause` in English. */
  readonly reason: string;
  readonly cause: Cause;
}
