import { languageName } from "./format.ts";
import { language } from "./language.ts";

/** Languages that are offered. Any other tag can be brought by the API; it is shown here as well. */
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
 * A language by its tag, named in that of the console and in itself.
 *
 * @example
 * languageOf("de"); // { id: "de", label: "German", hint: "Deutsch" }
 */
export function localeOption(tag: string): LocaleOption {
  return { id: tag, label: languageName(tag), hint: languageName(tag, tag) };
}

export const LOCALE_OPTIONS: readonly LocaleOption[] = TAGS.map(localeOption).sort((a, b) =>
  a.label.localeCompare(b.label, language.locale),
);
