import { limits } from "@fanfare/contract/limits";
import type { TranslationsQuery } from "@fanfare/contract/schema/content/translations";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const SHOWN = ["all", "gaps"] as const;

/** Search parameters of the translations page, which are its complete state. */
export interface TranslationsSearch {
  readonly q: string;
  /** Language tag. "" for all. */
  readonly lang: string;
  readonly show: (typeof SHOWN)[number];
}

export const TRANSLATIONS_SEARCH_DEFAULTS: TranslationsSearch = { q: "", lang: "", show: "all" };

/** Parses the search parameters. Invalid values become defaults. */
export function readTranslationsSearch(address: Partial<TranslationsSearch> & SearchSchemaInput): TranslationsSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  const lang = readText(search, "lang", 35);
  return {
    q: readText(search, "q", limits.content_name_chars_max),
    lang: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(lang) ? lang : "",
    show: readOneOf(search, "show", SHOWN),
  };
}

/** Whether a filter is set. */
export function isFiltered({ q, lang, show }: TranslationsSearch): boolean {
  return q !== "" || lang !== "" || show === "gaps";
}

export function translationsQuery({ q, lang, show }: TranslationsSearch): TranslationsQuery {
  return { q, show, ...(lang === "" ? {} : { language: lang }) };
}
