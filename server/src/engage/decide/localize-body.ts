import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import type { Attributes } from "@fanfare/contract/people/attribute";
import { fillVariables, findVariables } from "@fanfare/contract/translation/text-variables";
import { collectTexts, rewriteTexts } from "@fanfare/contract/translation/texts";
import {
  chooseLocale,
  localizedBody,
  translationGaps,
  type Untranslated,
} from "@fanfare/contract/translation/translation";

export interface LocalizedReader {
  readonly locales: readonly string[];
  readonly attributes: Attributes;
}

export interface LocalizedBody {
  readonly body: Body;
  readonly locale: string | undefined;
  /** Texts without a translation in this language, with the language used instead if known. */
  readonly untranslated?: Untranslated | undefined;
  /** Whether it contains the reader's own data. If so, the version doesn't identify its texts. */
  readonly personal: boolean;
}

interface LocalizedEdition {
  readonly body: Body;
  readonly has_variables: boolean;
  readonly missing: readonly string[];
  readonly untranslated: Untranslated | undefined;
}

/** Editions are frozen and live as long as their publication, so each language is built once. */
const languages = new WeakMap<Edition, Map<string, LocalizedEdition>>();

/**
 * Localizes an edition for a person: their language, and their attributes as variables.
 *
 * @example
 * localizeForReader(content.edition, { locales: ["de-AT"], attributes: { name: "Ada" } }).body;
 */
export function localizeForReader(edition: Edition, reader: LocalizedReader): LocalizedBody {
  const locale = chooseLocale(edition, reader.locales);
  const { body, has_variables, missing, untranslated } = localizedEdition(edition, locale);
  if (!has_variables) return { body, locale, untranslated, personal: false };
  const filled = rewriteTexts(body, (_, text) => fillVariables(text, reader.attributes));
  return { body: filled, locale, untranslated: untranslatedTexts(filled, edition.locale, missing), personal: true };
}

function localizedEdition(edition: Edition, locale: string | undefined): LocalizedEdition {
  const known = languages.get(edition) ?? new Map<string, LocalizedEdition>();
  languages.set(edition, known);
  const made = known.get(locale ?? "");
  if (made !== undefined) return made;
  const body = localizedBody(edition, locale);
  const has_variables = [...collectTexts(body).values()].some((text) => findVariables(text).length > 0);
  const texts = locale === undefined || locale === edition.locale ? undefined : edition.translations?.[locale];
  const { missing } = texts === undefined ? NO_GAPS : translationGaps(edition.body, texts);
  const untranslated = untranslatedTexts(body, edition.locale, missing);
  const language: LocalizedEdition = { body, has_variables, missing, untranslated };
  known.set(locale ?? "", language);
  return language;
}

const NO_GAPS: { readonly missing: readonly string[] } = { missing: [] };

function untranslatedTexts(
  body: Body,
  locale: string | undefined,
  missing: readonly string[],
): Untranslated | undefined {
  if (locale === undefined || missing.length === 0) return undefined;
  const lacking = new Set(missing);
  const left = new Set<string>();
  const translated = new Set<string>();
  rewriteTexts(body, (key, text) => {
    (lacking.has(key) ? left : translated).add(text);
    return text;
  });
  const texts = [...left].filter((text) => text.trim() !== "" && !translated.has(text));
  return texts.length === 0 ? undefined : { locale, texts };
}
