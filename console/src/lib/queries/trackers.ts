import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

export const trackerQueryFilter = (app_id: string) => ({ queryKey: ["trackers", app_id] });

export const trackerQueries = {
  all: (api: Api, app_id: string) => apiQuery(api, ["trackers", app_id], "GET /api/trackers", { query: { app_id } }),

  one: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["trackers", app_id, id, "one"], "GET /api/trackers/:id", { params: { id }, query: { app_id } }),

  uses: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["trackers", app_id, id, "uses"], "GET /api/trackers/:id/uses", {
      params: { id },
      query: { app_id },
    }),
};
