import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";

export const groupQueries = {
  list: (api: Api, app_id: string, q: string) =>
    infiniteListQuery(["groups", app_id, "list", q], (part, signal) =>
      api.call("GET /api/groups", { query: { app_id, q, ...part }, signal }),
    ),

  one: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["groups", app_id, "one", id], "GET /api/groups/:external_id", {
      params: { external_id: id },
      query: { app_id },
    }),

  checklists: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["groups", app_id, "checklists", id], "GET /api/groups/:external_id/checklists", {
      params: { external_id: id },
      query: { app_id },
    }),

  people: (api: Api, app_id: string, id: string) =>
    infiniteListQuery(["groups", app_id, "people", id], (part, signal) =>
      api.call("GET /api/groups/:external_id/people", {
        params: { external_id: id },
        query: { app_id, ...part },
        signal,
      }),
    ),
};
