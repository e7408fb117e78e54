/** A language of the console, unrelated to the languages of content. */
export interface Language {
  /** BCP 47. */
  readonly tag: "en" | "ar";
  /** In the language itself, for readers who don't know another one. */
  readonly own_name: string;
  readonly direction: "ltr" | "rtl";
  /** Locale for `Intl`, with Latin digits in every language, as in IDs, code, and CSV files. */
  readonly locale: string;
}

const ENGLISH: Language = { tag: "en", own_name: "English", direction: "ltr", locale: "en" };
export const ARABIC: Language = { tag: "ar", own_name: "العربية", direction: "rtl", locale: "ar-u-nu-latn" };

export const languages: readonly Language[] = [ENGLISH, ARABIC];

/** `public/theme.js` reads the same key before the first paint and sets the page's `lang` and `dir`. */
const KEY = "fanfare-console-language";

/** Language of this page. Constant until reload. */
export const language: Language =
  languages.find(({ tag }) => globalThis.document !== undefined && document.documentElement.lang === tag) ?? ENGLISH;

/** Stores the language and reloads, because texts are evaluated on load. */
export function setLanguage(tag: Language["tag"]): void {
  if (tag === language.tag) return;
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Storage is disabled, so the browser's languages still apply.
  }
  location.reload();
}
