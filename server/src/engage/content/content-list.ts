import type { contentListQuerySchema } from "@fanfare/contract/schema/accounts/sign-in";
import { startCutoffs } from "@fanfare/contract/targeting/upcoming";
import { z } from "zod";
import { decodePageCursor, encodePageCursor } from "../../lib/page-cursor.ts";
import type { ContentFilter } from "../../store/statements/content/content-filter.ts";
import {
  type ContentListRow,
  type ContentOrder,
  countContents,
  listContents,
} from "../../store/statements/content/contents.ts";
import type { Store } from "../../store/store.ts";

/** One page of content. `next`: cursor of the following page, or null at the end. */
export interface ContentRows {
  readonly rows: readonly ContentListRow[];
  readonly next: string | null;
  readonly total: number;
}

interface ListDeps {
  readonly store: Store;
  /** Time at which live status is evaluated. */
  readonly now_ms: number;
}
type ListQuery = z.output<typeof contentListQuerySchema> & Pick<ContentFilter, "app_id" | "reviewer">;

/**
 * Returns one page of the workspace's content, filtered, sorted, and paged by keyset, so that concurrent inserts don't
 * shift pages.
 *
 * @throws ProblemError `query_invalid` for a cursor made for another order.
 */
export async function contentPage({ store, now_ms }: ListDeps, query: ListQuery): Promise<ContentRows> {
  const filter = {
    app_id: query.app_id,
    text: query.q.trim(),
    type: query.type,
    status: query.status,
    reviewer: query.reviewer,
    tag: query.tag.trim(),
    trigger: query.trigger === "all" ? undefined : query.trigger,
    begun: startCutoffs(now_ms),
  };
  const { by, descending } = SORTS[query.sort];
  const after = query.after === undefined ? undefined : lastCursor(query.after, query.sort, by);
  const order = { by, descending, after };
  const [found, total] = await Promise.all([
    // One extra row shows whether there's another page.
    listContents(store, filter, order, query.limit + 1),
    countContents(store, filter),
  ]);
  const rows = found.slice(0, query.limit);
  const last = found.length > query.limit ? rows.at(-1) : undefined;
  return { rows, total, next: last === undefined ? null : encodePageCursor([query.sort, last[`sort_${by}`], last.id]) };
}

const SORTS: Readonly<Record<ListQuery["sort"], Pick<ContentOrder, "by" | "descending">>> = {
  updated_at: { by: "updated_at", descending: false },
  "-updated_at": { by: "updated_at", descending: true },
  name: { by: "name", descending: false },
  "-name": { by: "name", descending: true },
  // The column ascends as priority descends.
  "-priority": { by: "priority", descending: false },
};

/** Decodes the cursor: its sort order, and the last row of the previous page. */
function lastCursor(cursor: string, sort: string, by: ContentOrder["by"]): { value: string | number; id: string } {
  const column = by === "name" ? z.string() : z.number();
  const [, value, id] = decodePageCursor(cursor, z.tuple([z.literal(sort), column, z.string()]));
  return { value, id };
}
