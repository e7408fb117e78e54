import { type Language, language } from "./language.ts";
import { asIs } from "./t.ts";

const rules = new Intl.PluralRules(language.locale, { type: "ordinal" });

const SUFFIXES: Readonly<Record<Language["tag"], Partial<Record<Intl.LDMLPluralRule, string>>>> = {
  en: { one: asIs("st"), two: asIs("nd"), few: asIs("rd"), other: asIs("th") },
  ar: {},
};

/** What follows a number that names a position. Empty without a number, and in Arabic. */
export function ordinalSuffix(n: number): string {
  return Number.isNaN(n) ? "" : (SUFFIXES[language.tag][rules.select(n)] ?? "");
}

/** @example ordinal(22); // "22nd" */
export const ordinal = (n: number): string => `${n}${ordinalSuffix(n)}`;
