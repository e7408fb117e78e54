import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";
import { contentQueryFilter } from "./queries.ts";

export const celebrationQueries = {
  /** The key shares the content prefix, so content changes also refetch celebrations. */
  list: (api: Api, app_id: string) =>
    infiniteListQuery([...contentQueryFilter(app_id).queryKey, "celebrations"], (part, signal) =>
      api.call("GET /api/celebrations", { query: { app_id, ...part }, signal }),
    ),

  runs: (api: Api, app_id: string, id: string) =>
    infiniteListQuery([...contentQueryFilter(app_id).queryKey, "runs", id], (part, signal) =>
      api.call("GET /api/contents/:id/runs", { params: { id }, query: { app_id, ...part }, signal }),
    ),

  goals: (api: Api, app_id: string) => apiQuery(api, ["goals", app_id], "GET /api/goals", { query: { app_id } }),
};
