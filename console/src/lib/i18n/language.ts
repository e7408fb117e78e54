/** A language of the console. What authors write for their people is no matter of this: see translations of contents. */
export interface Language {
  /** BCP 47. */
  readonly tag: "en" | "ar";
  /** In the language itself: who looks for it reads no other. */
  readonly own_name: string;
  readonly direction: "ltr" | "rtl";
  /** For `Intl`: digits are the ones of ids, code and CSV files, whatever the language. */
  readonly locale: string;
}

const ENGLISH: Language = { tag: "en", own_name: "English", direction: "ltr", locale: "en" };
export const ARABIC: Language = { tag: "ar", own_name: "العربية", direction: "rtl", locale: "ar-u-nu-latn" };

export const languages: readonly Language[] = [ENGLISH, ARABIC];

/** `public/theme.js` reads the same key before the first paint, and writes `lang` and `dir` of the page. */
const KEY = "fanfare-console-language";

/** The language of this page; it does not change while the page lives. */
export const language: Language =
  languages.find(({ tag }) => globalThis.document !== undefined && document.documentElement.lang === tag) ?? ENGLISH;

/** Keeps the language for this browser and loads the page again: every word of it is chosen when it loads. */
export function setLanguage(tag: Language["tag"]): void {
  if (tag === language.tag) return;
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Storage is switched off: the browser's own languages go on choosing.
  }
  location.reload();
}
