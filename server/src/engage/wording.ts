import type { Attributes } from "@fanfare/contract/attribute";
import type { Body, Edition } from "@fanfare/contract/content";
import { fillVariables, variablesIn } from "@fanfare/contract/text-variables";
import { rewriteTexts, textsOf } from "@fanfare/contract/texts";
import { bodyIn, chooseLocale } from "@fanfare/contract/translation";

/** Who reads: languages in the order of preference, and what variables are filled with. */
export interface Reader {
  readonly locales: readonly string[];
  readonly attributes: Attributes;
}

/** A body in the words of one reader. */
export interface Worded {
  readonly body: Body;
  readonly locale: string | undefined;
  /** Whether anything of the reader's own is in it: then the version does not say which texts these are. */
  readonly personal: boolean;
}

interface Language {
  readonly body: Body;
  readonly has_variables: boolean;
}

/** Editions are frozen and live as long as their publication: each language of one is put together once. */
const languages = new WeakMap<Edition, Map<string, Language>>();

/**
 * An edition as this person reads it: in their language, with their attributes in its variables.
 *
 * @example
 * wordFor(content.edition, { locales: ["de-AT"], attributes: { name: "Ada" } }).body;
 */
export function wordFor(edition: Edition, reader: Reader): Worded {
  const locale = chooseLocale(edition, reader.locales);
  const { body, has_variables } = languageOf(edition, locale);
  if (!has_variables) return { body, locale, personal: false };
  const filled = rewriteTexts(body, (_, text) => fillVariables(text, reader.attributes));
  return { body: filled, locale, personal: true };
}

function languageOf(edition: Edition, locale: string | undefined): Language {
  const known = languages.get(edition) ?? new Map<string, Language>();
  languages.set(edition, known);
  const made = known.get(locale ?? "");
  if (made !== undefined) return made;
  const body = bodyIn(edition, locale);
  const has_variables = [...textsOf(body).values()].some((text) => variablesIn(text).length > 0);
  const language: Language = { body, has_variables };
  known.set(locale ?? "", language);
  return language;
}
