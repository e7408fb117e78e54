import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { endlessQuery } from "../endless.ts";
import { contentsOf } from "../queries.ts";

export const celebrationQueries = {
  /** Under the contents of the app: what changes them changes these. */
  list: (api: Api, app_id: string) =>
    endlessQuery([...contentsOf(app_id).queryKey, "celebrations"], (part, signal) =>
      api.celebrations({ app_id, ...part }, signal),
    ),

  runs: (api: Api, app_id: string, id: string) =>
    endlessQuery([...contentsOf(app_id).queryKey, "runs", id], (part, signal) =>
      api.contentRuns(id, { app_id, ...part }, signal),
    ),

  goals: (api: Api, app_id: string) =>
    queryOptions({ queryKey: ["goals", app_id], queryFn: ({ signal }) => api.goals(app_id, signal) }),

  /** Contents whose name or slug has this text. */
  found: (api: Api, app_id: string, q: string) =>
    queryOptions({
      queryKey: [...contentsOf(app_id).queryKey, "found", q],
      queryFn: ({ signal }) => api.contents({ app_id, q, limit: FOUND_MAX }, signal),
      placeholderData: keepPreviousData,
    }),
};

const FOUND_MAX = 20;
