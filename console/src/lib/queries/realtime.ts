import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";
import { overviewQueryFilter } from "./queries.ts";

export const liveUpdateQueryFilter = (app_id: string) => ({ queryKey: ["live-updates", app_id] });

export const channelQueryFilter = (app_id: string) => ({ queryKey: ["channels", app_id] });

export const realtimeQueries = {
  updates: (api: Api, app_id: string) =>
    infiniteListQuery([...liveUpdateQueryFilter(app_id).queryKey, "list"], (part, signal) =>
      api.call("GET /api/live-updates", { query: { app_id, after: part.after, limit: part.limit ?? 20 }, signal }),
    ),

  /** Messages that aren't sent yet. */
  scheduled: (api: Api, app_id: string) =>
    apiQuery(api, [...liveUpdateQueryFilter(app_id).queryKey, "scheduled"], "GET /api/live-updates/scheduled", {
      query: { app_id },
    }),

  update: (api: Api, app_id: string, id: string) =>
    apiQuery(api, [...liveUpdateQueryFilter(app_id).queryKey, "one", id], "GET /api/live-updates/:id", {
      params: { id },
      query: { app_id },
    }),

  /** Results of a message's A/B test. */
  experiment: (api: Api, app_id: string, id: string) =>
    apiQuery(
      api,
      [...liveUpdateQueryFilter(app_id).queryKey, "experiment", id],
      "GET /api/live-updates/:id/experiment",
      {
        params: { id },
        query: { app_id },
      },
    ),

  /** Whether messages can be sent by email. */
  email: (api: Api, app_id: string) =>
    apiQuery(api, ["live-update-email", app_id], "GET /api/live-updates/email", { query: { app_id } }),

  push: (api: Api, app_id: string) =>
    apiQuery(api, ["live-update-push", app_id], "GET /api/live-updates/push", { query: { app_id } }),

  reach: (api: Api, app_id: string, audience: LiveUpdateAudience) =>
    queryOptions({
      queryKey: ["live-update-reach", app_id, audience],
      queryFn: ({ signal }) =>
        api.call("POST /api/live-updates/reach", { query: { app_id }, body: { audience }, signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),

  channels: (api: Api, app_id: string, prefix: string, after: string | undefined) => ({
    ...apiQuery(api, [...channelQueryFilter(app_id).queryKey, "list", prefix, after], "GET /api/channels", {
      query: { app_id, prefix, after },
    }),
    placeholderData: keepPreviousData,
  }),

  channel: (api: Api, app_id: string, name: string) =>
    apiQuery(api, [...channelQueryFilter(app_id).queryKey, "one", name], "GET /api/channels/:name", {
      params: { name },
      query: { app_id },
    }),

  connections: (api: Api, app_id: string) =>
    apiQuery(api, ["connections", app_id], "GET /api/connections", { query: { app_id } }),

  overview: (api: Api, app_id: string) =>
    queryOptions({
      ...overviewQueryFilter(app_id),
      // What needs attention has its own query, which the navigation uses on every page.
      queryFn: ({ signal }) => api.call("GET /api/overview", { query: { app_id, omit: "attention" }, signal }),
    }),

  /** Searches people by prefix of ID, name, or email. */
  people: (api: Api, app_id: string, q: string) => ({
    ...apiQuery(api, ["people", app_id, "found", q], "GET /api/people", { query: { app_id, q, limit: FOUND_MAX } }),
    placeholderData: keepPreviousData,
  }),

  groups: (api: Api, app_id: string, q: string) => ({
    ...apiQuery(api, ["groups", app_id, "found", q], "GET /api/groups", { query: { app_id, q, limit: FOUND_MAX } }),
    placeholderData: keepPreviousData,
  }),
};

const FOUND_MAX = 20;
