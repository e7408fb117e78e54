import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import { VARIANTS } from "../../../content/experiment.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

const counts = {
  missing: z.number(),
  /** Translations without the formatting of their source text. */
  wrong_format: z.number(),
};

const translatedContentSchema = responseSchema("TranslatedContent", {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.enum(CONTENT_TYPES),
  /** Source language. Null if not set. */
  locale: z.string().nullable(),
  texts: z.number(),
  /** Languages whose translation was started. */
  languages: readonlyArray(z.strictObject({ language: z.string(), ...counts })),
});
export type TranslatedContent = ResponseOf<typeof translatedContentSchema>;

const languageProgressSchema = responseSchema("LanguageProgress", {
  language: z.string(),
  /** Texts of content with another source language. */
  texts: z.number(),
  ...counts,
});
export type LanguageProgress = ResponseOf<typeof languageProgressSchema>;

export const translationsPageSchema = pageSchema("TranslationsPage", translatedContentSchema, {
  total: z.number(),
  /** Progress of every language used by any content. */
  languages: readonlyArray(languageProgressSchema),
});
export type TranslationsPage = ResponseOf<typeof translationsPageSchema>;

const contentTextMatchesSchema = responseSchema("ContentTextMatches", {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.enum(CONTENT_TYPES),
  /** Revision of the draft that was searched. */
  revision: z.number(),
  matches: readonlyArray(
    z.strictObject({
      variant: z.enum(VARIANTS),
      /** Language tag of a translation. Null for the source language. */
      language: z.string().nullable(),
      /** Key of the text, as in exported translations. */
      key: z.string(),
      /** The part that has the text, from 1. Null for texts of the whole content, such as a checklist's title. */
      part: z.strictObject({ number: z.number(), title: z.string() }).nullable(),
      /** Without formatting. */
      text: z.string(),
      /** Start and end of each match, in UTF-16 code units. */
      ranges: readonlyArray(z.strictObject({ start: z.number(), end: z.number() })),
    }),
  ),
});
export type ContentTextMatches = ResponseOf<typeof contentTextMatchesSchema>;

export const textMatchesSchema = responseSchema("TextMatches", {
  items: readonlyArray(contentTextMatchesSchema),
  /** Whether more texts match than the response lists. */
  truncated: z.boolean(),
});
export type TextMatches = ResponseOf<typeof textMatchesSchema>;

const rejectedTranslationSchema = responseSchema("TranslationRefusal", {
  line: z.number(),
  content: z.string(),
  key: z.string(),
  /** `cause` in English. */
  reason: z.string(),
  cause: causeSchema,
});
export type RejectedTranslation = ResponseOf<typeof rejectedTranslationSchema>;

/** Result of an imported file. Each content item is changed completely or not at all. */
export const translationImportSchema = responseSchema("TranslationImport", {
  contents: z.number(),
  texts: z.number(),
  /** Rows without a translation, or with the current one. */
  unchanged: z.number(),
  refused: z.number(),
  /** The first rejected rows. */
  refusals: readonlyArray(rejectedTranslationSchema),
});
export type TranslationImport = ResponseOf<typeof translationImportSchema>;
