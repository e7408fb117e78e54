import { optimisticList } from "../../components/content/optimistic-list.ts";
import { useContentActions } from "../../components/content/use-content-actions.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

/** Actions on content of the list on screen, which changes before the server responds. */
export function useListActions(search: ContentSearch, onEnd?: () => void) {
  const context = useAppContext();
  const app = useApp();
  const { queryKey } = queries.contents(context.api, contentQuery(app.id, search));
  const list = optimisticList(context, app.id, { queryKey, by_status: search.status !== "all" });
  return useContentActions(list, onEnd);
}
