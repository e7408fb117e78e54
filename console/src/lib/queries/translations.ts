import type { TranslationsQuery } from "@fanfare/contract/schema/content/translations";
import type { Api } from "../api/api.ts";
import { infiniteListQuery } from "./infinite-list.ts";

/** Everything about translations, for when one changed. */
export const translationQueryFilter = { queryKey: ["translations"] };

export const translationListQuery = (api: Api, query: TranslationsQuery) => ({
  ...infiniteListQuery([...translationQueryFilter.queryKey, query], (part, signal) =>
    api.call("GET /api/translations", { query: { ...query, ...part }, signal }),
  ),
  // An editor changes them without being asked of it here.
  staleTime: 0,
});
