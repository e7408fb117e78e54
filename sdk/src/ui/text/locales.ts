import type { Labels, LocaleLabels } from "../types.ts";

/** Languages besides English, each in its own file. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly LABELS: LocaleLabels }>>> = {
  ar: () => import("./locales/ar.ts"),
  de: () => import("./locales/de.ts"),
  es: () => import("./locales/es.ts"),
  fr: () => import("./locales/fr.ts"),
  he: () => import("./locales/he.ts"),
  it: () => import("./locales/it.ts"),
  ja: () => import("./locales/ja.ts"),
  nl: () => import("./locales/nl.ts"),
  pl: () => import("./locales/pl.ts"),
  pt: () => import("./locales/pt.ts"),
  ru: () => import("./locales/ru.ts"),
  tr: () => import("./locales/tr.ts"),
  zh: () => import("./locales/zh.ts"),
};

/** Tags for traditional Chinese; `zh.ts` is simplified. */
const TRADITIONAL = /^zh-(?:\w+-)*(?:Hant|HK|MO|TW)\b/i;

/** The supported language for a BCP 47 tag: `de` for `de-AT`; undefined for English. */
export function supportedLanguage(tag: string): string | undefined {
  const [language = ""] = tag.toLowerCase().split("-");
  return Object.hasOwn(LANGUAGES, language) && !TRADITIONAL.test(tag) ? language : undefined;
}

/**
 * Loads the labels for a language tag, overridden by the page's own. Labels that can't be loaded stay English.
 *
 * @example
 * const labels = await loadLabels("de-AT", { close: "Zumachen" }); // labels.next is "Weiter"
 */
export async function loadLabels(tag: string, own?: Labels): Promise<Labels> {
  const loaded = await LANGUAGES[supportedLanguage(tag) ?? ""]?.().catch(() => undefined);
  return { ...loaded?.LABELS, ...own };
}
