import { languageName } from "./format.ts";
import { language } from "./language.ts";

/** Suggested languages. The API accepts any tag, and other tags are displayed as well. */
const TAGS = [
  ..."ar bg bn ca cs da de de-AT de-CH el en en-GB es es-MX et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl".split(
    " ",
  ),
  ..."pl pt pt-BR ro ru sk sl sr sv sw ta te th tr uk ur vi zh-Hans zh-Hant".split(" "),
] as const;

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

export const LOCALE_OPTIONS: readonly LocaleOption[] = TAGS.map(localeOption).sort((a, b) =>
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
    const found = [tag, base, `${base}-${script}`].find((each) => TAGS.some((known) => known === each));
    if (found !== undefined) return found;
  }
  return "en";
}
