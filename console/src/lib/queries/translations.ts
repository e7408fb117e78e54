import type { TranslationsQuery } from "@fanfare/contract/schema/content/translations";
import type { Api } from "../api/api.ts";
import { infiniteListQuery } from "./infinite-list.ts";

export const translationQueryFilter = { queryKey: ["translations"] };

export const translationListQuery = (api: Api, query: TranslationsQuery) => ({
  ...infiniteListQuery([...translationQueryFilter.queryKey, query], (part, signal) =>
    api.call("GET /api/translations", { query: { ...query, ...part }, signal }),
  ),
  // The editor changes translations without invalidating this query.
  staleTime: 0,
});
