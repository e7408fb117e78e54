import type {
  TranslationImport,
  TranslationImportRequest,
  TranslationsPage,
  TranslationsQuery,
} from "@fanfare/contract/schema/translations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api, Call } from "../api.ts";
import { searchOf } from "../query-text.ts";

/** The calls about translations of all contents. */
export function translationCalls(call: Call) {
  return {
    translations: (query: TranslationsQuery, signal?: AbortSignal) =>
      call<TranslationsPage>("GET", `translations?${searchOf(query)}`, { signal }),
    sendTranslations: (body: TranslationImportRequest) =>
      call<TranslationImport>("POST", "translations/file", { body }),
  };
}

/** Where the file of a language is. */
export function translationFilePath(language: string, show: "all" | "gaps"): string {
  return `translations/file?${searchOf({ language, show })}`;
}

/** Everything about translations, for when one changed. */
export const translationsAll = { queryKey: ["translations"] };

export const translationsQueryOf = (api: Api, query: TranslationsQuery) =>
  queryOptions({
    queryKey: ["translations", query],
    queryFn: ({ signal }) => api.translations(query, signal),
    placeholderData: keepPreviousData,
    // An editor changes them without being asked of it here.
    staleTime: 0,
  });
