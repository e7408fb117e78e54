import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";

/** Matches all segment queries. Segments belong to the workspace, not to an app. */
export const segmentQueryFilter = { queryKey: ["segments"] };

export const segmentQueries = {
  all: (api: Api) => apiQuery(api, ["segments"], "GET /api/segments"),

  people: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["segments", id, "people", app_id], "GET /api/segments/:id/people", {
      params: { id },
      query: { app_id },
    }),

  list: (api: Api, app_id: string, id: string) =>
    infiniteListQuery(["segments", id, "list", app_id], (part, signal) =>
      api.call("GET /api/segments/:id/list", { params: { id }, query: { app_id, ...part }, signal }),
    ),

  one: (api: Api, id: string) => apiQuery(api, ["segments", id, "one"], "GET /api/segments/:id", { params: { id } }),

  uses: (api: Api, id: string) =>
    apiQuery(api, ["segments", id, "uses"], "GET /api/segments/:id/uses", { params: { id } }),
};
