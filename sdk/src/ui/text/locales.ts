import type { Labels, LocaleLabels } from "../types.ts";

/** The languages that the player speaks besides English, each in a file of its own. */
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

/** Chinese in the script that `zh.ts` is not written in. */
const TRADITIONAL = /^zh-(?:\w+-)*(?:Hant|HK|MO|TW)\b/i;

/** Which of these a language tag (BCP 47) is answered in: `de` for `de-AT`; undefined where that is English. */
export function supportedLanguage(tag: string): string | undefined {
  const [language = ""] = tag.toLowerCase().split("-");
  return Object.hasOwn(LANGUAGES, language) && !TRADITIONAL.test(tag) ? language : undefined;
}

/**
 * The player's words in the language of a tag, with the page's own before them. What cannot be had stays English: nothing
 * waits for a file that does not come.
 *
 * @example
 * const labels = await wordsIn("de-AT", { close: "Zumachen" }); // labels.next is "Weiter"
 */
export async function loadLabels(tag: string, own?: Labels): Promise<Labels> {
  const loaded = await LANGUAGES[supportedLanguage(tag) ?? ""]?.().catch(() => undefined);
  return { ...loaded?.LABELS, ...own };
}
