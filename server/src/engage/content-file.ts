import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { ContentFilter } from "../store/content-filter.ts";
import type { ContentListRow } from "../store/contents.ts";
import { pageOfContents } from "./content-list.ts";

/** All contents that a narrowed list means, by their names and in parts, for a file. */
export async function* partsOfContents(
  deps: Parameters<typeof pageOfContents>[0],
  { text, ...filter }: Omit<ContentFilter, "begun"> & { readonly app_id: AppId },
): AsyncGenerator<readonly ContentListRow[], void> {
  let after: string | undefined;
  do {
    const query = { ...filter, q: text, sort: "name", after, limit: limits.page_size_max } as const;
    const { rows, next } = await pageOfContents(deps, query);
    if (rows.length > 0) yield rows;
    after = next ?? undefined;
  } while (after !== undefined);
}
