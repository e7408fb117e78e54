import { SUGGESTED_LOCALES } from "@fanfare/contract/translation/suggested-locales";
import { languageName } from "./format.ts";
import { language } from "./language.ts";

export interface LocaleOption {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

/**
 * Returns a language's name in the console's language and in its own.
 *
 * @example
 * localeOption("de"); // { id: "de", label: "German", hint: "Deutsch" }
 */
export function localeOption(tag: string): LocaleOption {
  return { id: tag, label: languageName(tag), hint: languageName(tag, tag) };
}

export const LOCALE_OPTIONS: readonly LocaleOption[] = SUGGESTED_LOCALES.map(localeOption).sort((a, b) =>
  a.label.localeCompare(b.label, language.locale),
);

/**
 * Source language that new members probably write in, from the languages of their browser, most preferred first.
 *
 * @example
 * suggestedSourceLocale(["de-DE", "en"]); // "de"
 */
export function suggestedSourceLocale(preferred: readonly string[]): string {
  for (const tag of preferred) {
    const { language: base, script } = new Intl.Locale(tag).maximize();
    const found = [tag, base, `${base}-${script}`].find((each) => SUGGESTED_LOCALES.some((known) => known === each));
    if (found !== undefined) return found;
  }
  return "en";
}
