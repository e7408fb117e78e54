import type { Body } from "./body.ts";
import { collectTexts, rewriteTexts } from "./texts.ts";

/** Translated texts of a body by key (contract/texts.ts). Missing texts fall back to the source language. */
export type Texts = Readonly<Record<string, string>>;

/** By language tag (BCP 47): `de`, `de-AT`, `pt-BR`. */
export type Translations = Readonly<Record<string, Texts>>;

/**
 * Texts without a translation. They are shown in the source language `locale` and marked with it.
 * Variables are filled in. Texts that equal the translation of another text are excluded.
 */
export interface Untranslated {
  readonly locale: string;
  readonly texts: readonly string[];
}

export interface TranslatedBody {
  readonly body: Body;
  readonly locale?: string | undefined;
  readonly translations?: Translations | undefined;
}

const languageOf = (tag: string): string => tag.split("-", 1).join("").toLowerCase();

/**
 * Chooses the language to show: an exact match, the language without its region, another region of it, or the source
 * language. Undefined if no source language is set. `wanted` holds tags in order of preference.
 *
 * @example
 * chooseLocale({ locale: "en", translations: { de: { "hello.title": "Hallo" } } }, ["de-AT", "en"]); // "de"
 */
export function chooseLocale(
  { locale, translations = {} }: Omit<TranslatedBody, "body">,
  wanted: readonly string[],
): string | undefined {
  const tags = Object.keys(translations);
  for (const want of wanted) {
    if (want.toLowerCase() === locale?.toLowerCase()) return locale;
    const found = tags.find((each) => each.toLowerCase() === want.toLowerCase()) ?? sameLanguage(want, tags, locale);
    if (found !== undefined) return found;
  }
  return locale;
}

export function localizedBody({ body, locale, translations = {} }: TranslatedBody, tag: string | undefined): Body {
  const texts = tag === undefined || tag === locale ? undefined : translations[tag];
  return texts === undefined ? body : rewriteTexts(body, (key, text) => ownText(texts, key) ?? text);
}

function sameLanguage(want: string, tags: readonly string[], locale: string | undefined): string | undefined {
  const language = languageOf(want);
  const bare = tags.find((each) => each.toLowerCase() === language);
  if (bare !== undefined) return bare;
  if (locale !== undefined && languageOf(locale) === language) return locale;
  return tags.find((each) => languageOf(each) === language);
}

/** Own properties only: keys come from authors and may be named like inherited ones. */
function ownText(texts: Texts, key: string): string | undefined {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === "" ? undefined : text;
}

/** Keys that lack a translation, and keys of translations whose text no longer exists. */
export function translationGaps(
  body: Body,
  texts: Texts,
): { readonly missing: readonly string[]; readonly unused: readonly string[] } {
  const keys = collectTexts(body);
  return {
    missing: [...keys.keys()].filter((key) => ownText(texts, key) === undefined),
    unused: Object.keys(texts).filter((key) => !keys.has(key)),
  };
}
