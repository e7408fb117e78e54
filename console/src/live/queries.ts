import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { endlessQuery } from "../endless.ts";
import { overviewOf } from "../queries.ts";

/** The live updates of an app, and how far they came. */
export const liveUpdatesOf = (app_id: string) => ({ queryKey: ["live-updates", app_id] });

/** The channels of an app that somebody is on. */
export const channelsOf = (app_id: string) => ({ queryKey: ["channels", app_id] });

export const liveQueries = {
  updates: (api: Api, app_id: string) =>
    endlessQuery([...liveUpdatesOf(app_id).queryKey, "list"], (part, signal) => api.liveUpdates(app_id, part, signal)),

  channels: (api: Api, app_id: string, prefix: string, after: string | undefined) =>
    queryOptions({
      queryKey: [...channelsOf(app_id).queryKey, "list", prefix, after],
      queryFn: ({ signal }) => api.channels({ app_id, prefix, after }, signal),
      placeholderData: keepPreviousData,
    }),

  channel: (api: Api, app_id: string, name: string) =>
    queryOptions({
      queryKey: [...channelsOf(app_id).queryKey, "one", name],
      queryFn: ({ signal }) => api.channel(app_id, name, signal),
    }),

  connections: (api: Api, app_id: string) =>
    queryOptions({ queryKey: ["connections", app_id], queryFn: ({ signal }) => api.connections(app_id, signal) }),

  overview: (api: Api, app_id: string) =>
    queryOptions({ ...overviewOf(app_id), queryFn: ({ signal }) => api.overview(app_id, signal) }),

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
