import type { ContentListQuery } from "@fanfare/contract/schema/api";
import type { ContentSearch } from "./search.ts";

/** What the server is asked for when the address bar says this. */
export function contentQuery(app_id: string, search: ContentSearch): ContentListQuery {
  return { app_id, ...search };
}
