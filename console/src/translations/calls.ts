import type {
  TranslationImport,
  TranslationImportRequest,
  TranslationsPage,
  TranslationsQuery,
} from "@fanfare/contract/schema/translations";
import type { Api, Call } from "../api.ts";
import { endlessQuery } from "../endless.ts";
import { searchOf } from "../query-text.ts";

/** The calls about translations of all contents. */
export function translationCalls({ call }: { readonly call: Call }) {
  return {
    translations: (query: TranslationsQuery, signal?: AbortSignal) =>
      call<TranslationsPage>("GET", `translations?${searchOf({ ...query })}`, { signal }),
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

export const translationsQueryOf = (api: Api, query: TranslationsQuery) => ({
  ...endlessQuery([...translationsAll.queryKey, query], (part, signal) =>
    translationCalls(api).translations({ ...query, ...part }, signal),
  ),
  // An editor changes them without being asked of it here.
  staleTime: 0,
});
