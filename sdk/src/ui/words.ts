import type { Labels } from "./types.ts";

/** All words of the player in one language. */
export type Words = { readonly [Name in keyof Labels]-?: string };

/** The languages that the player speaks besides English, each in a file of its own. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly WORDS: Words }>>> = {
  ar: () => import("./words/ar.ts"),
  de: () => import("./words/de.ts"),
  es: () => import("./words/es.ts"),
  fr: () => import("./words/fr.ts"),
  he: () => import("./words/he.ts"),
  it: () => import("./words/it.ts"),
  ja: () => import("./words/ja.ts"),
  nl: () => import("./words/nl.ts"),
  pl: () => import("./words/pl.ts"),
  pt: () => import("./words/pt.ts"),
  ru: () => import("./words/ru.ts"),
  tr: () => import("./words/tr.ts"),
  zh: () => import("./words/zh.ts"),
};

/** Chinese in the script that `zh.ts` is not written in. */
const TRADITIONAL = /^zh-(?:\w+-)*(?:Hant|HK|MO|TW)\b/i;

/** Which of these a language tag (BCP 47) is answered in: `de` for `de-AT`; undefined where that is English. */
export function spokenFor(tag: string): string | undefined {
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
export async function wordsIn(tag: string, own?: Labels): Promise<Labels> {
  const spoken = await LANGUAGES[spokenFor(tag) ?? ""]?.().catch(() => undefined);
  return { ...spoken?.WORDS, ...own };
}
