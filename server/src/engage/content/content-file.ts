import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { ContentFilter } from "../../store/statements/content/content-filter.ts";
import type { ContentListRow } from "../../store/statements/content/contents.ts";
import { contentPage } from "./content-list.ts";

/** Yields all content that matches the filters, with names, in batches for a file. */
export async function* contentInBatches(
  deps: Parameters<typeof contentPage>[0],
  { text, ...filter }: Omit<ContentFilter, "begun" | "trigger"> & { readonly app_id: AppId },
): AsyncGenerator<readonly ContentListRow[], void> {
  let after: string | undefined;
  do {
    const query = { ...filter, q: text, trigger: "all", sort: "name", after, limit: limits.page_size_max } as const;
    const { rows, next } = await contentPage(deps, query);
    if (rows.length > 0) yield rows;
    after = next ?? undefined;
  } while (after !== undefined);
}
