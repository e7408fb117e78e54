import type { Body } from "./body.ts";
import { collectTexts, rewriteTexts } from "./texts.ts";

/** Texts of a body by their keys (contract/texts.ts) in another language. Those that are missing stay as they are written. */
export type Texts = Readonly<Record<string, string>>;

/** By language tag (BCP 47): `de`, `de-AT`, `pt-BR`. */
export type Translations = Readonly<Record<string, Texts>>;

/**
 * Texts that the language of a content lacks: they stand there as they were written, in `locale`, and are marked as such.
 * Variables are filled in. A text that is also the translation of another one is none of them.
 */
export interface Untranslated {
  readonly locale: string;
  readonly texts: readonly string[];
}

/** A body with its source language and its texts in other languages. */
export interface TranslatedBody {
  readonly body: Body;
  readonly locale?: string | undefined;
  readonly translations?: Translations | undefined;
}

const languageOf = (tag: string): string => tag.split("-", 1).join("").toLowerCase();

/**
 * The language in which an edition is shown: the wanted one, its language without the region, another region of it, else
 * the one it is written in, which is undefined where its author did not say. `wanted`: tags in the order of preference.
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

/** The body of an edition with its texts in one of its languages. */
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

/** Keys come from authors: what every object inherits is no text. */
function ownText(texts: Texts, key: string): string | undefined {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text === "" ? undefined : text;
}

/** The keys of a body that a language has no text for, and keys of texts whose place is gone. */
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
