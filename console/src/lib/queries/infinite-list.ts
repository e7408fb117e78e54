import { limits } from "@fanfare/contract/limits";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useMemo } from "react";

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The first page has no cursor, and the server chooses its size. */
export interface PageRequest {
  readonly after?: string;
  readonly limit?: number;
}

export interface InfiniteList<Item> {
  readonly items: readonly Item[];
  /**
   * `ended`: no more items. `more`: more available. `coming`: loading more. `failed`: the last page failed to load.
   * `resting`: several empty pages in a row, so it waits for a click. `full`: more exist, but the list is at its
   * maximum.
   */
  readonly state: "ended" | "more" | "coming" | "failed" | "resting" | "full";
  /** Whether the list has more than one page. */
  readonly long: boolean;
  readonly onMore: () => void;
}

/** Longer lists refetch only on invalidation, not on mount or focus. */
const REFETCH_PAGES_MAX = 2;
interface CachedList {
  readonly state: { readonly isInvalidated: boolean; readonly data: unknown };
}
const refetchUnlessLong = ({ state: { isInvalidated, data } }: CachedList): boolean =>
  isInvalidated || pagesIn(data) <= REFETCH_PAGES_MAX;

/** The library types an infinite query's data as a single page. */
function pagesIn(data: unknown): number {
  const has_pages = typeof data === "object" && data !== null && "pages" in data;
  return has_pages && Array.isArray(data.pages) ? data.pages.length : 0;
}

/**
 * Query for a list with cursor pagination.
 *
 * @example
 * infiniteListQuery(["contents", app_id], (part, signal) => api.contents({ app_id, ...part }, signal));
 */
export function infiniteListQuery<Answer extends ListPage<unknown>>(
  queryKey: readonly unknown[],
  read: (part: PageRequest, signal: AbortSignal) => Promise<Answer>,
) {
  return infiniteQueryOptions<Answer, Error, InfiniteData<Answer, string>, readonly unknown[], string>({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      read(pageParam === "" ? {} : { after: pageParam, limit: limits.page_size_max }, signal),
    initialPageParam: "",
    getNextPageParam: (last, all) => (isFull(all) ? null : last.next),
    placeholderData: keepPreviousData,
    refetchOnMount: refetchUnlessLong,
    refetchOnWindowFocus: refetchUnlessLong,
    refetchOnReconnect: refetchUnlessLong,
  });
}

/** Flattens the pages of {@link infiniteListQuery}. `keyOf` deduplicates rows that moved between pages. */
export function useInfiniteList<Item>(
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>,
  keyOf: (item: Item) => string,
): InfiniteList<Item> {
  const pages = query.data?.pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row key is stable
  const items = useMemo(
    () => [...new Map(pages?.flatMap((page) => page.items).map((item) => [keyOf(item), item])).values()],
    [pages],
  );
  return {
    items,
    state: stateOf(query),
    long: pages !== undefined && (pages.length > 1 || pages[0]?.next !== null),
    onMore: () => void query.fetchNextPage(),
  };
}

function stateOf(query: UseInfiniteQueryResult<InfiniteData<ListPage<unknown>>>): InfiniteList<unknown>["state"] {
  const pages = query.data?.pages;
  // Placeholder data belongs to the previous query, so it has no next page.
  if (pages === undefined || query.isPlaceholderData) return "ended";
  if (query.isFetchingNextPage) return "coming";
  if (!query.hasNextPage) return isFull(pages) && pages.at(-1)?.next !== null ? "full" : "ended";
  if (query.isFetchNextPageError) return "failed";
  const latest = pages.slice(-limits.list_empty_parts_max);
  const nothing = latest.length === limits.list_empty_parts_max && latest.every((page) => page.items.length === 0);
  return nothing ? "resting" : "more";
}

function isFull(pages: readonly ListPage<unknown>[]): boolean {
  return pages.reduce((sum, { items }) => sum + items.length, 0) >= limits.list_rows_max;
}

/** Whether a new query should scroll to the top, because the list's header is out of view. */
export function isScrolledFar(): boolean {
  return window.scrollY > window.innerHeight / 2;
}
