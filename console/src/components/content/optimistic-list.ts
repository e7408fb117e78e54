import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import type { DataTag, InfiniteData } from "@tanstack/react-query";
import type { AppContext } from "../../lib/app-context.ts";
import { inEachPage, type Notifier, runOptimisticUpdate, withChangedItem } from "../../lib/optimistic-update.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { isPaused } from "../../model/publish/pause-state.ts";
import type { OptimisticContentList } from "./use-content-actions.tsx";

interface ContentListPage {
  readonly items: readonly ContentSummary[];
  readonly total: number;
}

interface ContentListQuery {
  readonly queryKey: DataTag<readonly unknown[], InfiniteData<ContentListPage>, Error>;
  readonly by_status: boolean;
}

/** The bulk action reports the result for all items. */
const SILENT: Notifier = { done: () => undefined, problem: () => undefined };

/** Removes items from a page and from its total. */
function withoutItems(part: ContentListPage, ids: ReadonlySet<string>): ContentListPage {
  return { ...part, items: part.items.filter(({ id }) => !ids.has(id)), total: part.total - ids.size };
}

export function optimisticList(
  { client }: Pick<AppContext, "client">,
  app_id: string,
  { queryKey, by_status }: ContentListQuery,
): OptimisticContentList {
  const inList = (change: (part: ContentListPage) => ContentListPage, act: () => Promise<void>) =>
    runOptimisticUpdate(client, SILENT, {
      shown: { queryKey },
      stale: contentQueryFilter(app_id),
      act,
      change: (list) => inEachPage(list, change),
    });
  // No list contains both archived and other content.
  const leaving: OptimisticContentList["leaving"] = (contents, act) => {
    const ids = new Set(contents.map(({ id }) => id));
    return inList((part) => withoutItems(part, ids), act);
  };
  // A list filtered by status loses the items. The list of all shows their new status.
  const holding: OptimisticContentList["holding"] = (paused) => (contents, act) =>
    by_status
      ? leaving(contents, act)
      : inList(
          (part) => contents.reduce((now, each) => withChangedItem(now, each.id, isPaused(each, paused)), part),
          act,
        );
  return { leaving, holding };
}
