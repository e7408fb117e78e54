import type { ContentListQuery } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentFacetQuery } from "@fanfare/contract/schema/people/facets";
import { type ContentSearch, toContentFilter } from "./search.ts";

export function contentQuery(app_id: string, search: ContentSearch): ContentListQuery {
  return { app_id, ...search };
}

export function facetQuery(app_id: string, search: ContentSearch, by: ContentFacetQuery["by"]) {
  return { app_id, by, ...toContentFilter(search) } satisfies ContentFacetQuery;
}
