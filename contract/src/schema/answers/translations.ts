import { z } from "zod";
import { CONTENT_TYPES } from "../../content.ts";
import type {
  LanguageProgress,
  TranslatedContent,
  TranslationImport,
  TranslationRefusal,
  TranslationsPage,
} from "../translations.ts";
import { exactly, listOf } from "./exactly.ts";

export const translatedContentSchema = exactly<TranslatedContent>("TranslatedContent")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    type: z.enum(CONTENT_TYPES),
    locale: z.string().nullable(),
    texts: z.number(),
    languages: listOf(z.strictObject({ language: z.string(), missing: z.number() })),
  }),
);

export const languageProgressSchema = exactly<LanguageProgress>("LanguageProgress")(
  z.strictObject({ language: z.string(), texts: z.number(), missing: z.number() }),
);

export const translationsPageSchema = exactly<TranslationsPage>("TranslationsPage")(
  z.strictObject({
    items: listOf(translatedContentSchema),
    next: z.string().nullable(),
    total: z.number(),
    languages: listOf(languageProgressSchema),
  }),
);

export const translationRefusalSchema = exactly<TranslationRefusal>("TranslationRefusal")(
  z.strictObject({ line: z.number(), content: z.string(), key: z.string(), reason: z.string() }),
);

export const translationImportSchema = exactly<TranslationImport>("TranslationImport")(
  z.strictObject({
    contents: z.number(),
    texts: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    refusals: listOf(translationRefusalSchema),
  }),
);
