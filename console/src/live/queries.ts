import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

/** The live updates of an app, and how far they came. */
export const liveUpdatesOf = (app_id: string) => ({ queryKey: ["live-updates", app_id] });

export const liveQueries = {
  updates: (api: Api, app_id: string, before: string | undefined) =>
    queryOptions({
      queryKey: [...liveUpdatesOf(app_id).queryKey, before],
      queryFn: ({ signal }) => api.liveUpdates(app_id, before, signal),
      placeholderData: keepPreviousData,
    }),

  /** People whose id, name or e-mail begins so. */
  people: (api: Api, app_id: string, q: string) =>
    queryOptions({
      queryKey: ["people", app_id, "found", q],
      queryFn: ({ signal }) => api.people({ app_id, q, limit: FOUND_MAX }, signal),
      placeholderData: keepPreviousData,
    }),

  groups: (api: Api, app_id: string, q: string) =>
    queryOptions({
      queryKey: ["groups", app_id, "found", q],
      queryFn: ({ signal }) => api.groups({ app_id, q, limit: FOUND_MAX }, signal),
      placeholderData: keepPreviousData,
    }),

  segments: (api: Api) => queryOptions({ queryKey: ["segments"], queryFn: ({ signal }) => api.segments(signal) }),
};

const FOUND_MAX = 20;
