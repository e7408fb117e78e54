import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import type {
  LanguageProgress,
  RejectedTranslation,
  TranslatedContent,
  TranslationImport,
  TranslationsPage,
} from "../../content/translations.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

const translatedContentSchema = exactSchema<TranslatedContent>("TranslatedContent")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    type: z.enum(CONTENT_TYPES),
    locale: z.string().nullable(),
    texts: z.number(),
    languages: readonlyArray(z.strictObject({ language: z.string(), missing: z.number() })),
  }),
);

const languageProgressSchema = exactSchema<LanguageProgress>("LanguageProgress")(
  z.strictObject({ language: z.string(), texts: z.number(), missing: z.number() }),
);

export const translationsPageSchema = exactSchema<TranslationsPage>("TranslationsPage")(
  z.strictObject({
    items: readonlyArray(translatedContentSchema),
    next: z.string().nullable(),
    total: z.number(),
    languages: readonlyArray(languageProgressSchema),
  }),
);

const rejectedTranslationSchema = exactSchema<RejectedTranslation>("TranslationRefusal")(
  z.strictObject({ line: z.number(), content: z.string(), key: z.string(), reason: z.string(), cause: causeSchema }),
);

export const translationImportSchema = exactSchema<TranslationImport>("TranslationImport")(
  z.strictObject({
    contents: z.number(),
    texts: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    refusals: readonlyArray(rejectedTranslationSchema),
  }),
);
