import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Api } from "../../../lib/api/api.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { apiQuery, KEEPS_PAGE } from "../../../lib/queries/api-query.ts";
import { contentQueryFilter } from "../../../lib/queries/queries.ts";
import { useEditor } from "../state/editor-context.ts";

/** Comments on content, of all parts. */
export function commentsQuery(api: Api, app_id: string, id: string) {
  const query_key = [...contentQueryFilter(app_id).queryKey, "comments", id];
  return { ...apiQuery(api, query_key, "GET /api/contents/:id/comments", { params: { id } }), ...KEEPS_PAGE };
}

/** Number of unresolved comments by the ID of their part. */
export function useOpenComments(): ReadonlyMap<string, number> {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = useEditor().state.server;
  const { data } = useQuery(commentsQuery(api, app.id, id));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { step_id, resolved_at } of data?.items ?? []) {
      if (resolved_at === null) counts.set(step_id, (counts.get(step_id) ?? 0) + 1);
    }
    return counts;
  }, [data]);
}
