import { limits } from "@fanfare/contract/limits";
import type { TranslationsQuery } from "@fanfare/contract/schema/content/translations";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const SHOWN = ["all", "gaps"] as const;

/** What the address of the translations holds: all of their state. */
export interface TranslationsSearch {
  readonly q: string;
  /** A language tag; "" stands for all. */
  readonly lang: string;
  readonly show: (typeof SHOWN)[number];
}

export const TRANSLATIONS_SEARCH_DEFAULTS: TranslationsSearch = { q: "", lang: "", show: "all" };

/** Reads an address; whatever is not understood is the default. */
export function readTranslationsSearch(address: Partial<TranslationsSearch> & SearchSchemaInput): TranslationsSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  const lang = readText(search, "lang", 35);
  return {
    q: readText(search, "q", limits.content_name_chars_max),
    lang: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(lang) ? lang : "",
    show: readOneOf(search, "show", SHOWN),
  };
}

/** Whether the address leaves contents out. */
export function isFiltered({ q, lang, show }: TranslationsSearch): boolean {
  return q !== "" || lang !== "" || show === "gaps";
}

/** What the server is asked for when the address bar says this. */
export function translationsQuery({ q, lang, show }: TranslationsSearch): TranslationsQuery {
  return { q, show, ...(lang === "" ? {} : { language: lang }) };
}
