import { limits } from "@fanfare/contract/limits";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useMemo } from "react";

/** A part of a list as every list of the API answers it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Which part is asked for: the first has no cursor, and is as short as the server likes. */
export interface PageRequest {
  readonly after?: string;
  readonly limit?: number;
}

/** A list that is read as one scrolls. */
export interface InfiniteList<Item> {
  readonly items: readonly Item[];
  /**
   * `ended`: that was all. `more`: it goes on. `coming`: more is on its way. `failed`: the last part could not be read.
   * `resting`: nothing was found for a while, and it waits to be asked. `full`: it goes on, but not here.
   */
  readonly state: "ended" | "more" | "coming" | "failed" | "resting" | "full";
  /** Whether it came in more than one part, or would. */
  readonly long: boolean;
  readonly onMore: () => void;
}

/** Longer lists are read anew when something changed, not whenever somebody looks at the page again. */
const REFETCH_PAGES_MAX = 2;
interface CachedList {
  readonly state: { readonly isInvalidated: boolean; readonly data: unknown };
}
const refetchUnlessLong = ({ state: { isInvalidated, data } }: CachedList): boolean =>
  isInvalidated || pagesIn(data) <= REFETCH_PAGES_MAX;

/** The library types the data of such a query as one part of it. */
function pagesIn(data: unknown): number {
  const has_pages = typeof data === "object" && data !== null && "pages" in data;
  return has_pages && Array.isArray(data.pages) ? data.pages.length : 0;
}

/**
 * A query for a list that goes on where the last part ended.
 *
 * @example
 * endlessQuery(["contents", app_id], (part, signal) => api.contents({ app_id, ...part }, signal));
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

/** What {@link infiniteListQuery} answered, as one list. `keyOf` tells rows apart: one that moved while one read stands once. */
export function useInfiniteList<Item>(
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>,
  keyOf: (item: Item) => string,
): InfiniteList<Item> {
  const pages = query.data?.pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how rows are told apart is the same for as long as they are
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
  // While another question is answered, what stands there still is not to be gone on with.
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

/** Whether another question should begin at the top: the list was scrolled so far that its head is out of sight. */
export function isScrolledFar(): boolean {
  return window.scrollY > window.innerHeight / 2;
}
