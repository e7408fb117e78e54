import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { contentsOf } from "../queries.ts";

export const celebrationQueries = {
  /** Under the contents of the app: what changes them changes these. */
  list: (api: Api, app_id: string, after: string) =>
    queryOptions({
      queryKey: [...contentsOf(app_id).queryKey, "celebrations", after],
      queryFn: ({ signal }) => api.celebrations({ app_id, after: after === "" ? undefined : after }, signal),
      placeholderData: keepPreviousData,
    }),

  runs: (api: Api, app_id: string, id: string, after: string) =>
    queryOptions({
      queryKey: [...contentsOf(app_id).queryKey, "runs", id, after],
      queryFn: ({ signal }) => api.contentRuns(id, { app_id, after: after === "" ? undefined : after }, signal),
      placeholderData: keepPreviousData,
    }),

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
