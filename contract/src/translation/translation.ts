import type { Span } from "../content/block.ts";
import type { Body } from "../content/body.ts";
import { fromMarkedText, type TagProblem, tagProblems, toMarkedText } from "./marked-text.ts";
import { collectSources, rewriteBody, type TextSource } from "./texts.ts";

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
  if (tags.length === 0) return locale;
  for (const want of wanted) {
    if (want.toLowerCase() === locale?.toLowerCase()) return locale;
    const found = tags.find((each) => each.toLowerCase() === want.toLowerCase()) ?? sameLanguage(want, tags, locale);
    if (found !== undefined) return found;
  }
  return locale;
}

export function localizedBody({ body, locale, translations = {} }: TranslatedBody, tag: string | undefined): Body {
  const texts = tag === undefined || tag === locale ? undefined : translations[tag];
  if (texts === undefined) return body;
  return rewriteBody(body, {
    text: (key, text) => ownText(texts, key) ?? text,
    spans(key, spans) {
      const text = ownMarkedText(texts, key, spans);
      return text === undefined ? spans : fromMarkedText(text, spans);
    },
  });
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

/**
 * Translation of a paragraph or list item. Earlier versions stored one per span, by its number: these are joined, with
 * the source text where one is missing, as people have seen it.
 */
function ownMarkedText(texts: Texts, key: string, spans: readonly Span[]): string | undefined {
  const text = ownText(texts, key);
  if (text !== undefined) return text;
  const pieces = spans.map((_, index) => ownText(texts, spanKey(key, index)));
  if (pieces.every((piece) => piece === undefined)) return undefined;
  return toMarkedText(spans.map((span, index) => ({ ...span, text: pieces[index] ?? span.text })));
}

const spanKey = (key: string, index: number): string => `${key}.${index}`;

/** Returns the translation of a source text, or undefined if there is none. */
export function translationOf(texts: Texts, key: string, { spans }: TextSource): string | undefined {
  return spans === undefined ? ownText(texts, key) : ownMarkedText(texts, key, spans);
}

/** Sets the translation of a source text. An empty one removes it, and so are translations of its single spans. */
export function withTranslation(texts: Texts, key: string, { spans = [] }: TextSource, text: string): Texts {
  const replaced = new Set([key, ...spans.map((_, index) => spanKey(key, index))]);
  const rest = Object.entries(texts).filter(([each]) => !replaced.has(each));
  return Object.fromEntries(text === "" ? rest : [...rest, [key, text]]);
}

/** Removes a language. Undefined if none is left. */
export function withoutLanguage(translations: Translations, tag: string): Translations | undefined {
  const { [tag]: _, ...rest } = translations;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** What is wrong with the tags of each translation, by key. */
export function translationProblems(body: Body, texts: Texts): ReadonlyMap<string, readonly TagProblem[]> {
  const problems = new Map<string, readonly TagProblem[]>();
  for (const [key, source] of collectSources(body)) {
    const text = translationOf(texts, key, source);
    const found = text === undefined ? [] : tagProblems(text, source.spans ?? []);
    if (source.spans !== undefined && found.length > 0) problems.set(key, found);
  }
  return problems;
}

interface TranslatedTexts {
  readonly body: Body;
  readonly texts: Texts;
}

/** Keys of texts that changed since an earlier edition, while their translation stayed. */
export function outdatedTranslations(now: TranslatedTexts, before: TranslatedTexts): readonly string[] {
  const earlier = collectSources(before.body);
  return [...collectSources(now.body)].flatMap(([key, source]) => {
    const old = earlier.get(key);
    if (old === undefined || old.text === source.text) return [];
    const translation = translationOf(now.texts, key, source);
    return translation !== undefined && translation === translationOf(before.texts, key, old) ? [key] : [];
  });
}

/** Keys that lack a translation, and keys of translations whose text no longer exists. */
export function translationGaps(
  body: Body,
  texts: Texts,
): { readonly missing: readonly string[]; readonly unused: readonly string[] } {
  const sources = collectSources(body);
  const known = new Set(
    [...sources].flatMap(([key, { spans = [] }]) => [key, ...spans.map((_, index) => spanKey(key, index))]),
  );
  return {
    missing: [...sources].flatMap(([key, source]) => (translationOf(texts, key, source) === undefined ? [key] : [])),
    unused: Object.keys(texts).filter((key) => !known.has(key)),
  };
}
